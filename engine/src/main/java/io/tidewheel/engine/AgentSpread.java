package io.tidewheel.engine;

import io.tidewheel.model.ServerRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides which servers have too many agents and to which those are to go. Pure: servers that see the same come to the same answer, so that two
 * which have too many do not fill the same place.
 */
final class AgentSpread {
    /** A difference below this part of what a server should have is not worth a move. */
    private static final int WORTH = 20;

    private AgentSpread() {}

    /**
     * How many agents of {@code self} should go to which other servers.
     *
     * @param living all servers that live, {@code self} included
     */
    static Map<ServerRecord, Integer> moves(ServerRecord self, List<ServerRecord> living) {
        var staying = living.stream()
                .filter(server -> !server.draining())
                .filter(server -> isReached(server) || isSame(server, self))
                .sorted(Comparator.comparingInt(ServerRecord::agents)
                        .reversed()
                        .thenComparingLong(server -> server.number().value()))
                .toList();
        if (staying.isEmpty()) return Map.of();
        return self.draining() ? given(self, staying) : evened(self, staying);
    }

    private static boolean isReached(ServerRecord server) {
        return !server.description().address().isEmpty();
    }

    private static boolean isSame(ServerRecord one, ServerRecord other) {
        return one.number().equals(other.number());
    }

    /** What a server gives away that is to have none: each goes where there are fewest by then. */
    private static Map<ServerRecord, Integer> given(ServerRecord self, List<ServerRecord> staying) {
        var counts = new LinkedHashMap<ServerRecord, Integer>();
        staying.forEach(server -> counts.put(server, server.agents()));
        var moves = new LinkedHashMap<ServerRecord, Integer>();
        for (int i = 0; i < self.agents(); i++) {
            var least = counts.entrySet().stream()
                    .min(Map.Entry.comparingByValue())
                    .orElseThrow()
                    .getKey();
            counts.merge(least, 1, Integer::sum);
            moves.merge(least, 1, Integer::sum);
        }
        return moves;
    }

    /** Every server should have the same number; what does not go up stays where most are. */
    private static Map<ServerRecord, Integer> evened(ServerRecord self, List<ServerRecord> staying) {
        int all = staying.stream().mapToInt(ServerRecord::agents).sum();
        int each = all / staying.size();
        int more = all % staying.size();
        var givers = new ArrayList<ServerRecord>();
        var takers = new ArrayList<ServerRecord>();
        for (int i = 0; i < staying.size(); i++) {
            var server = staying.get(i);
            int wanted = each + (i < more ? 1 : 0);
            boolean isWorthIt = (server.agents() - wanted) * WORTH > wanted;
            for (int n = wanted; n < server.agents() && isWorthIt; n++) givers.add(server);
            for (int n = server.agents(); n < wanted; n++) takers.add(server);
        }
        var moves = new LinkedHashMap<ServerRecord, Integer>();
        for (int i = 0; i < givers.size() && i < takers.size(); i++) {
            if (isSame(givers.get(i), self)) moves.merge(takers.get(i), 1, Integer::sum);
        }
        return moves;
    }
}
