package io.tidewheel.server.host;

import java.util.Optional;

/**
 * What a server is told about the things that its cluster keeps together.
 *
 * @param secret under which the database keeps the cluster's key, if it does
 * @param newToken whether another token for the administrator is wanted
 * @param newObjectsPlace whether large objects are kept where this server is told from now on, whatever other servers were told before
 */
public record ClusterStart(Optional<ClusterSecret> secret, boolean newToken, boolean newObjectsPlace) {
    public static final ClusterStart USUAL = new ClusterStart(Optional.empty(), false, false);
}
