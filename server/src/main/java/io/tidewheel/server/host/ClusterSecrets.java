package io.tidewheel.server.host;

import java.util.Optional;

/**
 * The cluster's secret, and the one that it takes the place of.
 *
 * @param current under which the database keeps the cluster's key, if it does
 * @param earlier under which it may have kept it until now
 */
public record ClusterSecrets(Optional<ClusterSecret> current, Optional<ClusterSecret> earlier) {
    public static final ClusterSecrets NONE = new ClusterSecrets(Optional.empty(), Optional.empty());

    public ClusterSecrets {
        if (earlier.isPresent() && current.isEmpty()) {
            throw new IllegalArgumentException(
                    "an earlier secret of the cluster needs a new one in its place: give both");
        }
    }

    /** There is one, and it has never been another. */
    static ClusterSecrets of(ClusterSecret secret) {
        return new ClusterSecrets(Optional.of(secret), Optional.empty());
    }
}
