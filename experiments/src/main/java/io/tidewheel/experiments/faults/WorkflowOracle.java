package io.tidewheel.experiments.faults;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.controllers.RunController.RunOutcome;
import io.tidewheel.experiments.faults.DrawnWorkflow.Execute;
import io.tidewheel.experiments.faults.DrawnWorkflow.Guard;
import io.tidewheel.experiments.faults.DrawnWorkflow.Iterate;
import io.tidewheel.experiments.faults.DrawnWorkflow.Loop;
import io.tidewheel.experiments.faults.DrawnWorkflow.Step;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunState;
import io.tidewheel.protocol.wire.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Judges the chains of a drawn workflow. What can be done, and what never, is worked out from the steps of the workflow and from what its chains
 * say, apart from the code that makes chains. No action is done twice, none before what it waits for, none that should be left out; and when the
 * run has ended, none is missing.
 */
final class WorkflowOracle {
    /** An action in a chain. */
    private record MadeAction(int chain, int position, ChainState state) {}

    /** What is known of a variable, or of the end of a step. */
    private sealed interface Finding {
        /** A single value; of a step, that it was done. */
        record Single() implements Finding {}

        record Many(int size) implements Finding {}

        /** What a loop has collected, by the places of the items: if it is complete it is a list as any other. */
        record Gathered(List<String> places, GatheringState state) implements Finding {}

        /** The action was left out. */
        record Nothing() implements Finding {}

        /** @param maker the action whose end decides; empty if there is not just one */
        record Undecided(String maker) implements Finding {}

        /** The value never comes. */
        record Lost(String maker) implements Finding {}
    }

    private enum GatheringState {
        OPEN,
        COMPLETE,
        LOST
    }

    /** What can be seen at a place in a round. */
    private record Sight(Map<String, Finding> variables, Map<String, Finding> ends) {
        Sight inner() {
            return new Sight(new HashMap<>(variables), new HashMap<>(ends));
        }

        /** A variable as somebody sees it who needs all of it. */
        Finding whole(String variable) {
            return switch (of(variables, variable)) {
                case Finding.Gathered(var places, var state) ->
                    switch (state) {
                        case OPEN -> new Finding.Undecided("");
                        case COMPLETE -> new Finding.Many(places.size());
                        case LOST -> new Finding.Lost("");
                    };
                case Finding other -> other;
            };
        }

        static Finding of(Map<String, Finding> all, String name) {
            var found = all.get(name);
            if (found == null) throw new IllegalStateException("nobody makes " + name);
            return found;
        }
    }

    private static final Pattern PARTITION = Pattern.compile("(j[0-9]+.*)\\$p([0-9]+)");

    private final Map<String, MadeAction> made = new HashMap<>();
    /** The chains of jobs, by what these are called in a round. */
    private final Map<String, List<ChainRecord>> ofJobs = new HashMap<>();

    private final Map<String, Integer> sizes = new HashMap<>();
    private final Set<String> expected = new HashSet<>();
    private final Set<String> missing = new TreeSet<>();
    private long succeeded;
    private long failed;
    private long cancelled;
    private boolean hasLeftOver;

    private WorkflowOracle(List<ChainRecord> chains) {
        for (int i = 0; i < chains.size(); i++) take(i, chains.get(i));
    }

    /**
     * Throws if something is wrong.
     *
     * @param chains in the order of their making; those of runs that were retried come first
     * @return how the run must end if it ends now
     */
    static RunOutcome check(DrawnWorkflow workflow, List<ChainRecord> chains, boolean isWhole) {
        var oracle = new WorkflowOracle(chains);
        var sight = new Sight(new HashMap<>(), new HashMap<>());
        sight.variables.put(DrawnWorkflow.SINGLE, new Finding.Single());
        sight.variables.put(DrawnWorkflow.LIST, new Finding.Many(DrawnWorkflow.ITEMS));
        oracle.walk(workflow.steps(), sight, "");
        var strange = new TreeSet<>(oracle.made.keySet());
        strange.addAll(oracle.ofJobs.keySet());
        strange.removeAll(oracle.expected);
        if (!strange.isEmpty()) throw wrong("%s should not have been made".formatted(strange));
        if (isWhole && !oracle.missing.isEmpty()) throw wrong("it ended, and %s are missing".formatted(oracle.missing));
        return oracle.outcome();
    }

    private static IllegalStateException wrong(String text) {
        return new IllegalStateException(text);
    }

    private void take(int number, ChainRecord chain) {
        var partition = PARTITION.matcher(chain.parameter());
        if (partition.matches()) {
            ofJobs.computeIfAbsent(partition.group(1), _ -> new ArrayList<>()).add(chain);
            return;
        }
        var actions = chain.parameter().split("\n", -1);
        for (int i = 0; i < actions.length; i++) {
            if (made.put(actions[i], new MadeAction(number, i, chain.state())) != null)
                throw wrong("action %s is made twice".formatted(actions[i]));
        }
        switch (chain.state()) {
            case SUCCEEDED -> {
                succeeded++;
                for (var collected : outcome(chain).getCollectedList())
                    sizes.put(collected.getName(), collected.getFilesCount());
            }
            case FAILED -> failed++;
            case CANCELLED -> cancelled++;
            default -> {}
        }
    }

    private static Outcome outcome(ChainRecord chain) {
        try {
            return Outcome.parseFrom(chain.report().bytes());
        } catch (InvalidProtocolBufferException strange) {
            throw new IllegalStateException("the report of %s cannot be read".formatted(chain.id()), strange);
        }
    }

    private RunOutcome outcome() {
        if (cancelled > 0) return new RunOutcome(RunState.CANCELLED, Reason.CANCELLED);
        if (hasLeftOver) return new RunOutcome(RunState.FAILED, Reason.LEFT_OVER);
        if (failed == 0) return new RunOutcome(RunState.SUCCEEDED, Reason.NONE);
        return new RunOutcome(RunState.FAILED, succeeded == 0 ? Reason.EXIT_CODE : Reason.PARTIAL);
    }

    private void walk(List<Step> steps, Sight sight, String rounds) {
        for (var step : steps) {
            switch (step) {
                case Execute execute -> look(execute, sight, rounds);
                case Iterate job -> look(job, sight, rounds);
                case Loop loop -> look(loop, sight, rounds);
            }
        }
    }

    private static List<Finding> needs(Step step, Sight sight) {
        var needs = new ArrayList<Finding>();
        for (var earlier : step.after()) needs.add(Sight.of(sight.ends, earlier));
        step.guard().ifPresent(guard -> needs.add(sight.whole(guard.variable())));
        return needs;
    }

    // --- actions

    private void look(Execute step, Sight sight, String rounds) {
        var action = step.id() + rounds;
        var needs = needs(step, sight);
        needs.add(sight.whole(step.needed()));
        for (var input : step.inputs()) needs.add(sight.whole(input));
        var mine = made.get(action);
        Finding end;
        if (mine != null) end = endOf(step, action, mine, needs, sight);
        else end = endOfUnmade(action, needs, isLeftOut(step, sight));
        boolean isList = end instanceof Finding.Single && step.makesList();
        sight.variables.put(
                step.output(), isList ? new Finding.Many(sizes.getOrDefault(step.output() + rounds, 0)) : end);
        sight.ends.put(step.id(), end);
    }

    private Finding endOfUnmade(String action, List<Finding> needs, boolean isLeftOut) {
        if (needs.stream().anyMatch(Finding.Lost.class::isInstance)) return leftOver();
        if (needs.stream().anyMatch(Finding.Undecided.class::isInstance)) return new Finding.Undecided(action);
        if (isLeftOut) return new Finding.Nothing();
        missing.add(action);
        return new Finding.Undecided(action);
    }

    private Finding leftOver() {
        hasLeftOver = true;
        return new Finding.Lost("");
    }

    private Finding endOf(Execute step, String action, MadeAction mine, List<Finding> needs, Sight sight) {
        expected.add(action);
        for (var need : needs) checkIsBefore(need, action, mine);
        if (isLeftOut(step, sight)) throw wrong("action %s is made, and should be left out".formatted(action));
        return switch (mine.state) {
            case SUCCEEDED -> new Finding.Single();
            case FAILED, CANCELLED -> new Finding.Lost(action);
            default -> new Finding.Undecided(action);
        };
    }

    /** What an action needs is there, or is made before it in its own chain. */
    private void checkIsBefore(Finding need, String action, MadeAction mine) {
        var maker = switch (need) {
            case Finding.Undecided(var name) -> name;
            case Finding.Lost(var name) -> name;
            default -> null;
        };
        if (maker == null) return;
        var before = made.get(maker);
        boolean inChain = before != null && before.chain == mine.chain && before.position < mine.position;
        if (!inChain) throw wrong("action %s is made too early: it needs what is %s".formatted(action, need));
    }

    private static boolean isLeftOut(Execute step, Sight sight) {
        return sight.whole(step.needed()) instanceof Finding.Nothing || isForbidden(step, sight);
    }

    private static boolean isForbidden(Step step, Sight sight) {
        return step.guard().isPresent() && !holds(step.guard().get(), sight);
    }

    private static boolean holds(Guard guard, Sight sight) {
        var value = sight.whole(guard.variable());
        boolean exists = !(value instanceof Finding.Nothing);
        boolean isEmpty = !exists || value.equals(new Finding.Many(0));
        return switch (guard.test()) {
            case EXISTS -> exists;
            case MISSING -> !exists;
            case EMPTY -> isEmpty;
            case FILLED -> !isEmpty;
        };
    }

    // --- jobs

    private void look(Iterate job, Sight sight, String rounds) {
        var action = job.id() + rounds;
        var needs = needs(job, sight);
        needs.add(sight.whole(job.needed()));
        boolean isLeftOut = sight.whole(job.needed()) instanceof Finding.Nothing || isForbidden(job, sight);
        var mine = ofJobs.get(action);
        var stored = mine == null ? Map.<Integer, Long>of() : stored(job, action, mine);
        Finding end;
        if (mine == null) {
            end = endOfUnmade(action, needs, isLeftOut);
        } else {
            expected.add(action);
            for (var need : needs) checkIsBefore(need, action, new MadeAction(-1, 0, ChainState.RUNNING));
            if (isLeftOut) throw wrong("job %s is begun, and should be left out".formatted(action));
            end = endOf(job, action, mine, stored);
        }
        sight.variables.put(job.output(), end instanceof Finding.Single ? new Finding.Many(stored.size()) : end);
        sight.ends.put(job.id(), end);
    }

    /** What each partition has done whose result is there. */
    private static Map<Integer, Long> stored(Iterate job, String action, List<ChainRecord> chains) {
        var stored = new HashMap<Integer, Long>();
        for (var chain : chains) {
            if (chain.state() != ChainState.SUCCEEDED) continue;
            var parameter = chain.parameter();
            int partition = Integer.parseInt(parameter.substring(parameter.lastIndexOf("$p") + 2));
            long count = outcome(chain).getPart().getIterations();
            if (stored.put(partition, count) != null)
                throw wrong("partition %d of job %s counts twice".formatted(partition, action));
            if (!job.isBalanced() && count != job.evenShare(partition))
                throw wrong("partition %d of job %s, a plain split, has done %d iterations and not %d"
                        .formatted(partition, action, count, job.evenShare(partition)));
        }
        return stored;
    }

    /** How a job ended: it is over when none of its chains is open. */
    private Finding endOf(Iterate job, String action, List<ChainRecord> chains, Map<Integer, Long> stored) {
        if (chains.stream().anyMatch(chain -> !chain.state().isFinal())) return new Finding.Undecided(action);
        boolean isComplete = job.isBalanced()
                ? stored.values().stream().mapToLong(Long::longValue).sum() >= job.iterations()
                : stored.size() == job.partitions();
        if (isComplete) {
            succeeded++;
            return new Finding.Single();
        }
        long failures = chains.stream()
                .filter(chain -> chain.state() == ChainState.FAILED)
                .count();
        if (failures > DrawnWorkflow.MOST_FAILURES) {
            failed++;
            return new Finding.Lost(action);
        }
        if (chains.stream().anyMatch(chain -> chain.reason() == Reason.CANCELLED)) {
            cancelled++;
            return new Finding.Lost(action);
        }
        missing.add(action);
        return new Finding.Undecided(action);
    }

    // --- loops

    private void look(Loop loop, Sight sight, String rounds) {
        var needs = needs(loop, sight);
        var input = Sight.of(sight.variables, loop.input());
        needs.add(input);
        Finding end;
        Finding output;
        if (needs.stream().anyMatch(Finding.Lost.class::isInstance)) {
            end = leftOver();
            output = new Finding.Gathered(List.of(), GatheringState.LOST);
        } else if (needs.stream().anyMatch(Finding.Undecided.class::isInstance)) {
            end = new Finding.Undecided("");
            output = new Finding.Gathered(List.of(), GatheringState.OPEN);
        } else if (isForbidden(loop, sight)) {
            end = new Finding.Nothing();
            output = end;
        } else {
            var rest = new RoundWalk(loop, sight, rounds);
            rest.run(input);
            end = rest.end();
            output = rest.output();
        }
        sight.ends.put(loop.id(), end);
        if (loop.collects().isPresent()) sight.variables.put(loop.output(), output);
    }

    private static List<String> places(Finding input) {
        return switch (input) {
            case Finding.Nothing() -> List.of();
            case Finding.Single() -> List.of("0");
            case Finding.Many(var size) -> numbered("", size);
            case Finding.Gathered(var places, var _) -> places;
            default -> throw new IllegalStateException("nobody knows " + input);
        };
    }

    private static List<String> numbered(String before, int size) {
        var places = new ArrayList<String>();
        for (int i = 0; i < size; i++) places.add(before + i);
        return places;
    }

    /** The rounds of a loop that has begun. */
    private final class RoundWalk {
        private final Loop loop;
        private final Sight outside;
        private final String rounds;
        private final List<String> gathered = new ArrayList<>();
        private boolean isOpen;
        private boolean isLost;
        private boolean yieldsMore;
        private boolean yieldIsLost;

        RoundWalk(Loop loop, Sight outside, String rounds) {
            this.loop = loop;
            this.outside = outside;
            this.rounds = rounds;
        }

        void run(Finding input) {
            var state = input instanceof Finding.Gathered(var _, var how) ? how : GatheringState.COMPLETE;
            if (state == GatheringState.LOST) {
                leftOver();
                isLost = true;
                yieldIsLost = true;
            }
            isOpen = state == GatheringState.OPEN;
            yieldsMore = isOpen;
            var places = new ArrayDeque<>(places(input));
            while (!places.isEmpty()) round(places);
        }

        private void round(ArrayDeque<String> places) {
            var place = places.remove();
            var sight = outside.inner();
            sight.variables.put(loop.item(), new Finding.Single());
            walk(loop.steps(), sight, rounds + "$" + place);
            for (var step : loop.steps()) {
                var end = Sight.of(sight.ends, step.id());
                isOpen |= end instanceof Finding.Undecided;
                isLost |= end instanceof Finding.Lost;
            }
            // Behind a place that another loop knows stand as many signs as it has, and one more.
            var shown = place.replaceAll("\\++", "$0+");
            loop.collects().ifPresent(variable -> gathered.addAll(yielded(sight, variable, shown, shown + ".")));
            loop.feeds().ifPresent(variable -> places.addAll(yielded(sight, variable, place + "+0", place + "+")));
        }

        /** @param single the place of a single value; those of a list are numbered */
        private List<String> yielded(Sight sight, String variable, String single, String before) {
            return switch (sight.whole(variable)) {
                case Finding.Nothing() -> List.of();
                case Finding.Single() -> List.of(single);
                case Finding.Many(var size) -> numbered(before, size);
                case Finding.Undecided _ -> {
                    yieldsMore = true;
                    yield List.of();
                }
                case Finding.Lost _ -> {
                    yieldIsLost = true;
                    yield List.of();
                }
                case Finding.Gathered gathered -> throw new IllegalStateException("not a whole: " + gathered);
            };
        }

        Finding end() {
            if (isOpen) return new Finding.Undecided("");
            return isLost ? new Finding.Lost("") : new Finding.Single();
        }

        Finding output() {
            var state = yieldsMore ? GatheringState.OPEN : yieldIsLost ? GatheringState.LOST : GatheringState.COMPLETE;
            return new Finding.Gathered(gathered, state);
        }
    }
}
