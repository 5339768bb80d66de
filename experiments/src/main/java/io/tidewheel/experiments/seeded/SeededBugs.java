package io.tidewheel.experiments.seeded;

import java.util.List;

/** The mistakes that the worlds of {@code lab faults} must notice. */
public final class SeededBugs {
    private static final String ENGINE = "io.tidewheel.engine.";
    private static final String STORE = "io.tidewheel.storage.memory.";

    private SeededBugs() {}

    /** In the order in which a table shows them. */
    public static final List<SeededBug> ALL = List.of(
            new SeededBug(
                    "late-result",
                    "a report of an earlier attempt counts for the later one",
                    ENGINE + "AttemptReports",
                    "lease.lease.attempt() != report.attempt()) lease = salvage",
                    "lease.lease.attempt() < 0) lease = salvage"),
            new SeededBug(
                    "token-not-compared",
                    "the store does not compare the fencing token of what it ends",
                    STORE + "MemoryCommit",
                    "chain.isHeldBy(lease)).orElse(false)",
                    "!chain.state.isFinal()).orElse(false)"),
            new SeededBug(
                    "answered-before-commit",
                    "whoever asks is answered before it is durable",
                    ENGINE + "EngineInbox",
                    "var concerned = turn.takeConcerned();",
                    "answer.complete(value);\n                var concerned = turn.takeConcerned();"),
            new SeededBug(
                    "told-before-commit",
                    "ends are told before they are durable",
                    ENGINE + "Engine",
                    "var claimed = commits.commit(turn);",
                    "turn.ended.forEach(listener::ended);\n        var claimed = commits.commit(turn);"),
            new SeededBug(
                    "commit-error-ignored",
                    "after a failed commit the engine goes on with what it remembers",
                    ENGINE + "Engine",
                    "fail(broken, taken);\n            return false;",
                    "return false;"),
            new SeededBug(
                    "no-lease-timer",
                    "nobody looks for agents that have fallen silent",
                    ENGINE + "Engine",
                    "agents.expire(turn, stalledNanos);",
                    ""),
            new SeededBug(
                    "taken-over-alive",
                    "a server takes over the agents of one that is alive",
                    STORE + "MemoryStore",
                    "return life != null && !life.over() && !life.beat().plus(silentFor).isBefore(world.now);",
                    "return false;"),
            new SeededBug(
                    "claimed-for-others",
                    "chains are leased to an agent that another server looks after by now",
                    STORE + "MemoryCommit",
                    "if (!isOurs(share.session())) continue;",
                    ""),
            new SeededBug(
                    "one-attempt-more",
                    "one attempt more than the retry policy allows",
                    "io.tidewheel.model.RetryPolicy",
                    "attemptsMade < maxAttempts",
                    "attemptsMade <= maxAttempts"),
            new SeededBug(
                    "failures-not-added",
                    "failed attempts are not added up",
                    ENGINE + "AttemptReports",
                    "int failures = old.failures() + 1;",
                    "int failures = 1;"),
            new SeededBug(
                    "never-poison",
                    "a task that kills its agents is tried for ever",
                    "io.tidewheel.scheduling.AfterAttempt",
                    "if (losses < limit) return false;",
                    "if (losses >= 0) return false;"),
            new SeededBug(
                    "key-forgotten",
                    "keys are forgotten after the turn, and with a restart",
                    STORE + "MemoryStore",
                    "return Optional.ofNullable(world.keys.get(new MemoryTables.Key(owner, key)));",
                    "return Optional.empty();"),
            new SeededBug(
                    "index-ignored",
                    "tasks that are added again are there twice",
                    ENGINE + "UnfinishedRuns",
                    "int skip = run.made - from;",
                    "int skip = 0;"),
            new SeededBug(
                    "given-back-and-lost",
                    "what an agent gives back is not queued again",
                    ENGINE + "AttemptReports",
                    "leases.release(session, lease);\n        leases.giveBack(turn, lease);",
                    "leases.release(session, lease);"),
            new SeededBug(
                    "slot-not-freed",
                    "an agent that has finished something gets nothing new",
                    ENGINE + "AgentSessions",
                    "else offer(turn, session);\n    }",
                    "\n    }"),
            new SeededBug(
                    "ended-twice",
                    "a chain that has ended can still be cancelled",
                    STORE + "MemoryStore",
                    "found.isEmpty() || found.get().state.isFinal()",
                    "found.isEmpty()"),
            new SeededBug(
                    "back-off-forgotten",
                    "after a restart nobody thinks of chains that wait for their next attempt",
                    ENGINE + "Engine",
                    "agents.leases().lookForDue();",
                    ""),
            new SeededBug(
                    "put-off-alone",
                    "only the server that has put a chain off looks when it is due",
                    ENGINE + "ClusterMember",
                    "agents.leases().lookForDueOfOthers();",
                    ""),
            new SeededBug(
                    "due-not-counted",
                    "a chain whose back-off is over is not counted as ready",
                    ENGINE + "AgentLeases",
                    "lane.nextIndex = Math.min(lane.nextIndex, moved.index());\n            runs.addReady(lane, 1);",
                    "lane.nextIndex = Math.min(lane.nextIndex, moved.index());"),
            new SeededBug(
                    "queued-after-the-end",
                    "what comes back from an agent is queued again although its run is to end",
                    ENGINE + "AgentLeases",
                    "if (run.ending != EndRequest.NOT_ASKED)\n"
                            + "            finish(turn, lease, UnfinishedRuns.endState(run), run.endReason, 0,"
                            + " Payload.NONE);\n"
                            + "        else requeue",
                    "requeue"),
            new SeededBug(
                    "refused-but-told",
                    "what the store has refused is told all the same",
                    ENGINE + "TurnCommit",
                    "chains.removeIf(chain -> superseded.contains(new ChainId(run, chain.index())))",
                    "chains.isEmpty()"),
            new SeededBug(
                    "steps-forgotten",
                    "after a restart a run's controller is not told what it has made",
                    ENGINE + "ControlledRuns",
                    "run.growing = ControlledRun.restored(controller, run, store);",
                    "run.growing = new ControlledRun(controller);"),
            new SeededBug(
                    "ended-by-a-stranger",
                    "a server ends a run although another one still makes chains of it",
                    ENGINE + "UnfinishedRuns",
                    "if (run.isControlledElsewhere() || !isComplete(run)) {",
                    "if (!isComplete(run)) {"),
            new SeededBug(
                    "closed-too-early",
                    "a run ends when all is done that is there, and not all that comes",
                    ENGINE + "UnfinishedRuns",
                    "(run.closed && run.unmade() == 0 && !run.mayGrow())",
                    "(run.unmade() == 0 && !run.mayGrow())"));
}
