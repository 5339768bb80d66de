package io.tidewheel.server.host;

/**
 * What a server is told about the things that its cluster keeps together.
 *
 * @param secrets under which the database keeps the cluster's key
 * @param newToken whether another token for the administrator is wanted
 * @param newObjectsPlace whether large objects are kept where this server is told from now on, whatever other servers were told before
 */
public record ClusterStart(ClusterSecrets secrets, boolean newToken, boolean newObjectsPlace) {
    public static final ClusterStart USUAL = new ClusterStart(ClusterSecrets.NONE, false, false);
}
