package io.tidewheel.server.host;

import io.tidewheel.model.Archive;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Role;
import io.tidewheel.model.RunFilter;
import io.tidewheel.server.access.Caller;
import io.tidewheel.server.http.LocalCalls;
import io.tidewheel.server.http.RouteTable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks what the pages ask first, before anybody does: whoever looks first is not to wait until classes are loaded and compiled, and the newest
 * runs have been gone through. Changes nothing.
 */
public final class WarmUp {
    private static final Logger log = LoggerFactory.getLogger(WarmUp.class);

    private static final int ROUNDS = 3;
    private static final int NEWEST = 4;
    private static final byte[] NOTHING = {};
    private static final Caller NOBODY = new Caller(Role.ADMIN, new Owner("admin"), "warm-up");
    private static final RunFilter EVERYTHING = new RunFilter(Optional.empty(), Set.of(), Map.of(), Optional.empty());
    private static final List<String> PAGES = List.of(
            "/server",
            "/runs?limit=50",
            "/agents",
            "/queues",
            "/setups",
            "/machines?limit=200",
            "/history?points=240",
            "/budgets",
            "/work-times",
            "/ledger",
            "/decisions",
            "/sites");
    private static final List<String> OF_A_RUN = List.of(
            "",
            "/explain",
            "/timeline?width=1100&rows=24",
            "/statistics",
            "/graph",
            "/tasks?limit=50",
            "/tasks/0",
            "/cost");

    private final RouteTable routes;
    private final Archive archive;
    private final BooleanSupplier goOn;

    /** @param goOn asked before each question: false ends it */
    public WarmUp(RouteTable routes, Archive archive, BooleanSupplier goOn) {
        this.routes = routes;
        this.archive = archive;
        this.goOn = goOn;
    }

    /** What cannot be answered is somebody else's to tell. */
    public void run() {
        try {
            for (int round = 0; round < ROUNDS; round++) {
                for (var path : PAGES) ask(path);
                for (var run : archive.runs(EVERYTHING, Long.MAX_VALUE, NEWEST))
                    for (var path : OF_A_RUN) ask("/runs/" + run.id() + path);
            }
        } catch (Exception ended) {
            log.debug("warming up was not completed: {}", ended.toString());
        }
    }

    private void ask(String path) throws Exception {
        if (goOn.getAsBoolean()) new LocalCalls(routes, NOBODY).call("GET", "/api/v1" + path, Map.of(), NOTHING);
    }
}
