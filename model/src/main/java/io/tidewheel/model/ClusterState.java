package io.tidewheel.model;

import java.util.List;

/**
 * How the servers of a database stand.
 *
 * @param servers all that were heard within a day, whoever asks included; in the order of their names
 * @param toDrain agents of whoever asks that somebody wants to be drained
 */
public record ClusterState(List<ServerRecord> servers, List<SessionId> toDrain) {
    public static final ClusterState ALONE = new ClusterState(List.of(), List.of());

    public ClusterState {
        servers = List.copyOf(servers);
        toDrain = List.copyOf(toDrain);
    }
}
