package io.tidewheel.trials.faults;

import static io.tidewheel.trials.faults.TracedWorkload.traced;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.TaskRun;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The network between an agent or a client and the server breaks, or swallows what is sent, in one direction or both. */
class NetworkFaultTest {
    private static final Duration SHORT = Duration.ofMillis(300);
    /** Longer than an agent may be silent. */
    private static final Duration LONG = Duration.ofSeconds(3);

    @ParameterizedTest
    @EnumSource
    void eachTaskEndsOnceWhateverTheNetworkDoes(StoreKind store) {
        try (var site = TrialSite.open("network", store, "heartbeat=500");
                var line = FaultyTunnel.to(site.port());
                var client = site.connect(line.url())) {
            site.startAgent("far", 2, line.url());
            site.startAgent("near", 2);
            var run = client.open(RunOptions.named("network"));
            add(site, run);
            site.awaitTraces(0, "end", 1);
            var faults = List.<Runnable>of(line::cut, line::stall, line::stallToServer, line::stallFromServer);
            for (var fault : faults) {
                for (var length : List.of(SHORT, LONG)) {
                    fault.run();
                    FaultPause.of(length);
                    line.heal();
                    add(site, run);
                    FaultPause.of(SHORT);
                }
            }
            var closing = run.closing();
            var results = RunResults.of(run);
            assertThat(closing).isCompleted();
            assertThat(results.summary().allSucceeded()).isTrue();
            assertThat(results.byTask()).hasSize((int) results.summary().size());
            int again = RunVerdict.check(results.attempts(), site.effects(), name -> name.equals("far.1"));
            System.out.printf(
                    "%s: %d tasks, %d run again%n",
                    site.folder().getFileName(), results.byTask().size(), again);
        }
    }

    private static void add(TrialSite site, TaskRun run) {
        for (int i = 0; i < 30; i++) run.add(traced(site.effectsFile(), "sleep 0.2"));
    }
}
