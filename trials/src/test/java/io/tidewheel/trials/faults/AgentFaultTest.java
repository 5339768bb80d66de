package io.tidewheel.trials.faults;

import static io.tidewheel.trials.faults.TracedWorkload.traced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.client.RunOptions;
import io.tidewheel.client.Task;
import io.tidewheel.client.TaskCommands;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Agents that are killed, that are paused and come back, and that are killed by their own tasks. */
class AgentFaultTest {
    private static final String FIRST_NEVER_ENDS = "[ $TIDEWHEEL_ATTEMPT -gt 1 ] || sleep 600";

    @ParameterizedTest
    @EnumSource
    void anAgentThatComesBackTooLateIsNotHeardAndEndsItsProcesses(StoreKind store) {
        try (var site = TrialSite.open("pause", store, "heartbeat=500");
                var client = site.connect()) {
            var paused = site.startAgent("paused", 2);
            var run = client.submit(
                    RunOptions.named("pause"),
                    List.of(traced(site.effectsFile(), "sleep 1"), traced(site.effectsFile(), FIRST_NEVER_ENDS)));
            site.awaitTraces(0, "begin", 1);
            site.awaitTraces(1, "begin", 1);
            paused.pause();
            site.startAgent("other", 2);

            var results = RunResults.of(run);
            assertThat(results.byTask().values()).allMatch(result -> result.succeeded() && result.attempt() == 2);
            // The first one has come to its end behind the back of its agent.
            site.awaitTraces(0, "end", 2);
            var left = site.effects().of(1, "begin").getFirst();
            assertThat(left.isRunning()).isTrue();

            paused.resume();
            await("the process of the lost lease ends").until(() -> !left.isRunning());
            // Its late result is refused, or it is told to forget the task before it reports; either way nobody hears
            // it.
            for (int task : List.of(0, 1)) {
                assertThat(site.rest().chain(run.id(), task).path("attempt").intValue())
                        .isEqualTo(2);
            }
            RunVerdict.check(results.attempts(), site.effects(), name -> name.equals("paused.1"));
            // It is as good as any other now.
            await("the agent is back")
                    .until(() -> site.rest().json("/agents").toString().contains("\"paused.1\""));
            for (int task : List.of(0, 1)) {
                assertThat(site.rest().chain(run.id(), task).path("attempt").intValue())
                        .as("the accepted attempt stays")
                        .isEqualTo(2);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void allProcessesOfAKilledAgentEndAndItsTaskRunsElsewhere(StoreKind store) {
        try (var site = TrialSite.open("agent", store);
                var client = site.connect()) {
            var agent = site.startAgent("killed", 1);
            var strayChild = "setsid sleep 600 & trace child $!\n" + FIRST_NEVER_ENDS;
            var run = client.submit(RunOptions.named("agent"), List.of(traced(site.effectsFile(), strayChild)));
            site.awaitTraces(0, "child", 1);
            var begin = site.effects().of(0, "begin").getFirst();
            var child = site.effects().of(0, "child").getFirst();
            assertThat(begin.isRunning() && child.isRunning()).isTrue();

            agent.kill9();
            await("all its processes end").until(() -> !begin.isRunning() && !child.isRunning());
            site.startAgent("other", 1);
            var results = RunResults.of(run);
            assertThat(results.of(0).succeeded()).isTrue();
            assertThat(results.of(0).attempt()).isEqualTo(2);
            RunVerdict.check(results.attempts(), site.effects(), name -> name.equals("killed.1"));
            // What the second attempt left behind was not allowed to stay either.
            var second = site.effects().of(0, "child").getLast();
            await("no process is left").until(() -> !second.isRunning());
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatATaskLeavesBehindIsEndedWhenItIsKilled(StoreKind store) {
        try (var site = TrialSite.open("task", store);
                var client = site.connect()) {
            site.startAgent("agent", 1);
            var task = traced(site.effectsFile(), "sleep 600 & trace child $!\nkill -9 $$");
            var after = traced(site.effectsFile(), "true");
            var run = client.submit(RunOptions.named("task"), List.of(task, after));
            var results = RunResults.of(run);
            assertThat(results.of(0).reason()).isEqualTo("SIGNAL");
            assertThat(results.of(0).exitCode()).isEqualTo(128 + 9);
            assertThat(results.of(1).succeeded()).as("its slot is free again").isTrue();
            var child = site.effects().of(0, "child").getFirst();
            await("the orphan ends").until(() -> !child.isRunning());
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTaskThatKillsItsAgentsIsGivenUpAndTheRestGoesOn(StoreKind store) {
        try (var site = TrialSite.open("poison", store);
                var client = site.connect()) {
            var tasks = new ArrayList<>(List.of(traced(site.effectsFile(), "kill -9 $PPID; sleep 600")));
            tasks.addAll(Collections.nCopies(20, traced(site.effectsFile(), "true")));
            tasks.addAll(Collections.nCopies(500, Task.of(TaskCommands.noop())));
            for (int i = 0; i < 2; i++) site.startAgent("agent-" + i, 1);
            var run = client.submit(RunOptions.named("poison"), tasks);
            var results = site.keepingAlive(
                    List.of("agent-0", "agent-1"), name -> site.startAgent(name, 1), () -> RunResults.of(run));

            assertThat(results.of(0).reason()).isEqualTo("POISON");
            // Three, unless the machine is so slow that the task was at work for long, as far as anybody can tell.
            assertThat(site.effects().of(0, "begin")).as("agents lost").hasSizeBetween(3, 5);
            assertThat(results.summary().failed()).isEqualTo(1);
            assertThat(results.summary().succeeded()).isEqualTo(tasks.size() - 1);
        }
    }
}
