package io.tidewheel.experiments.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * A workflow by chance: actions that make files and lists of files, loops inside of loops, over loops and that feed themselves, conditions. No
 * step uses what a later one makes.
 *
 * @param attempts of each chain
 */
record DrawnWorkflow(List<Step> steps, int attempts) {
    /** Has a value from the start. */
    static final String SINGLE = "first";
    /** Has {@link #ITEMS} values from the start. */
    static final String LIST = "pair";

    static final int ITEMS = 2;

    /** Iterations that a program of a job does in a second, before chance has its part in it. */
    static final int SPEED = 100;
    /** A job whose tasks fail more often than that has failed. */
    static final int MOST_FAILURES = 3;

    private static final int DEEPEST = 2;

    /** Something to be done, when what it comes after has been and its guard holds. */
    sealed interface Step {
        String id();

        List<String> after();

        Optional<Guard> guard();
    }

    /**
     * @param needed the variable that it cannot do without
     * @param inputs others that it is handed, as far as there are any
     * @param makesList whether its output is as many files as there happen to be
     */
    record Execute(
            String id,
            String requires,
            String needed,
            List<String> inputs,
            String output,
            boolean makesList,
            List<String> after,
            Optional<Guard> guard)
            implements Step {}

    /**
     * A job whose partitions make a file each.
     *
     * @param targetSeconds 0 if its iterations are split once
     */
    record Iterate(
            String id,
            String requires,
            String needed,
            String output,
            long iterations,
            int partitions,
            int targetSeconds,
            List<String> after,
            Optional<Guard> guard)
            implements Step {
        boolean isBalanced() {
            return targetSeconds > 0;
        }

        /** What a partition of a plain split has to do. */
        long evenShare(int partition) {
            return iterations / partitions + (partition == 0 ? iterations % partitions : 0);
        }
    }

    /**
     * @param collects what each round adds to the output
     * @param feeds what each round adds to the input
     */
    record Loop(
            String id,
            String input,
            String item,
            List<Step> steps,
            String output,
            Optional<String> collects,
            Optional<String> feeds,
            List<String> after,
            Optional<Guard> guard)
            implements Step {}

    /** Whether something is done, depending on a variable. */
    record Guard(GuardTest test, String variable) {
        @Override
        public String toString() {
            return test.words + " " + variable;
        }
    }

    /** What is asked of a variable. */
    enum GuardTest {
        EXISTS("exists"),
        MISSING("not exists"),
        EMPTY("empty"),
        FILLED("not empty");

        private final String words;

        GuardTest(String words) {
            this.words = words;
        }
    }

    /** Services that make a file or a folder and require nothing, one thing or two. */
    static String services() {
        var text = new StringBuilder();
        for (var requires : List.of("", "a", "ab")) {
            for (boolean folder : List.of(false, true))
                text.append("""
                    - id: %s
                      name: n
                      description: d
                      path: /bin/true
                      runtime: other
                      requiredCapabilities: [%s]
                      parameters:
                        - {id: needed, name: n, description: n, type: input, cardinality: 1..1}
                        - {id: in, name: i, description: i, type: input, cardinality: 0..n}
                        - {id: out, name: o, description: o, type: output, cardinality: 1..1%s}
                    """.formatted(
                                service(requires, folder),
                                String.join(", ", requires.split("")),
                                folder ? ", dataType: directory" : ""));
        }
        return text.toString();
    }

    private static String service(String requires, boolean makesList) {
        return (makesList ? "list" : "file") + requires;
    }

    /** @param hasJobs whether there are jobs among its steps */
    static DrawnWorkflow of(long seed, boolean hasJobs) {
        var random = new SplittableRandom(seed);
        var scope = new Scope(0, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        scope.files.add(SINGLE);
        scope.lists.add(LIST);
        return new DrawnWorkflow(
                new Artist(random, hasJobs).steps(scope, 2 + random.nextInt(6)), 1 + random.nextInt(3));
    }

    /** What can be used at a place. */
    private record Scope(int depth, List<String> files, List<String> lists, List<String> steps) {
        Scope inner() {
            return new Scope(depth + 1, new ArrayList<>(files), new ArrayList<>(lists), new ArrayList<>(steps));
        }

        List<String> variables() {
            var all = new ArrayList<>(files);
            all.addAll(lists);
            return all;
        }
    }

    private static final class Artist {
        private final RandomGenerator random;
        private final boolean hasJobs;
        private int count;

        Artist(RandomGenerator random, boolean hasJobs) {
            this.random = random;
            this.hasJobs = hasJobs;
        }

        List<Step> steps(Scope scope, int size) {
            var steps = new ArrayList<Step>();
            for (int i = 0; i < size; i++) {
                boolean loops = scope.depth < DEEPEST && random.nextInt(3) == 0;
                boolean iterates = hasJobs && random.nextInt(3) == 0;
                steps.add(loops ? loop(scope) : iterates ? iterate(scope) : execute(scope));
            }
            return steps;
        }

        private Step execute(Scope scope) {
            int number = count++;
            var inputs = new ArrayList<String>();
            for (int i = random.nextInt(3); i > 0; i--) inputs.add(pick(scope.variables()));
            boolean makesList = random.nextInt(3) == 0;
            var step = new Execute(
                    "a" + number,
                    pick(List.of("", "", "a", "ab")),
                    random.nextBoolean() ? SINGLE : pick(scope.files),
                    inputs,
                    "v" + number,
                    makesList,
                    after(scope),
                    guard(scope));
            (makesList ? scope.lists : scope.files).add(step.output);
            scope.steps.add(step.id);
            return step;
        }

        /**
         * A step that is a job. Its output gets none of the names that loops feed to themselves: it is never empty, so such a loop would
         * not end.
         */
        private Step iterate(Scope scope) {
            int number = count++;
            int partitions = 1 + random.nextInt(4);
            int seconds = 1 + random.nextInt(8);
            var step = new Iterate(
                    "j" + number,
                    pick(List.of("", "", "a", "ab")),
                    random.nextBoolean() ? SINGLE : pick(scope.files),
                    "w" + number,
                    (long) partitions * SPEED * seconds + random.nextInt(SPEED),
                    partitions,
                    random.nextInt(3) == 0 ? 0 : seconds + random.nextInt(seconds + 1),
                    after(scope),
                    guard(scope));
            scope.lists.add(step.output);
            scope.steps.add(step.id);
            return step;
        }

        private Step loop(Scope scope) {
            int number = count++;
            var input = pick(random.nextInt(4) == 0 ? scope.files : scope.lists);
            var after = after(scope);
            var guard = guard(scope);
            var inner = scope.inner();
            inner.files.add("e" + number);
            var steps = steps(inner, 1 + random.nextInt(3));
            var own = new ArrayList<>(inner.variables());
            own.removeAll(scope.variables());
            var lists = inner.lists.stream()
                    .filter(name -> name.startsWith("v") && own.contains(name))
                    .toList();
            boolean collects = random.nextInt(3) > 0;
            boolean feeds = !lists.isEmpty() && random.nextInt(3) == 0;
            if (collects) scope.lists.add("o" + number);
            scope.steps.add("l" + number);
            return new Loop(
                    "l" + number,
                    input,
                    "e" + number,
                    steps,
                    "o" + number,
                    collects ? Optional.of(pick(own)) : Optional.empty(),
                    feeds ? Optional.of(pick(lists)) : Optional.empty(),
                    after,
                    guard);
        }

        private List<String> after(Scope scope) {
            return scope.steps.isEmpty() || random.nextInt(5) > 0 ? List.of() : List.of(pick(scope.steps));
        }

        private Optional<Guard> guard(Scope scope) {
            if (random.nextInt(6) > 0) return Optional.empty();
            return Optional.of(new Guard(pick(List.of(GuardTest.values())), pick(scope.variables())));
        }

        private <T> T pick(List<T> from) {
            return from.get(random.nextInt(from.size()));
        }
    }

    String text() {
        var text = new StringBuilder("""
            api: 4.7.0
            retries: {processChains: {maxAttempts: %d}}
            vars:
              - {id: %s, value: x}
              - {id: %s, value: [p, q]}
            actions:
            """.formatted(attempts, SINGLE, LIST));
        for (var step : steps) write(step, "  ", text);
        return text.toString();
    }

    private static void write(Step step, String indent, StringBuilder text) {
        var more = indent + "  ";
        text.append(indent).append("- id: ").append(step.id()).append('\n');
        if (!step.after().isEmpty())
            text.append(more).append("dependsOn: ").append(step.after()).append('\n');
        step.guard()
                .ifPresent(guard ->
                        text.append(more).append("when: ").append(guard).append('\n'));
        switch (step) {
            case Execute execute -> {
                text.append(more).append("type: execute\n");
                text.append(more)
                        .append("service: ")
                        .append(service(execute.requires, execute.makesList))
                        .append('\n');
                text.append(more).append("inputs:\n");
                text.append(more).append("  - {id: needed, var: %s}\n".formatted(execute.needed));
                for (var input : execute.inputs) text.append(more).append("  - {id: in, var: %s}\n".formatted(input));
                text.append(more).append("outputs: [{id: out, var: %s}]\n".formatted(execute.output));
            }
            case Iterate job -> {
                text.append(more).append("type: job\n");
                text.append(more)
                        .append("service: ")
                        .append(service(job.requires, false))
                        .append('\n');
                text.append(more)
                        .append("iterations: %d%n%spartitions: %d%n".formatted(job.iterations, more, job.partitions));
                text.append(more).append("reportEvery: 1s\n");
                if (job.isBalanced())
                    text.append(more)
                            .append("target: %ds%n%smaxPartitions: %d%n"
                                    .formatted(job.targetSeconds, more, job.partitions + 3));
                text.append(more).append("inputs: [{id: needed, var: %s}]\n".formatted(job.needed));
                text.append(more).append("outputs: [{id: out, var: %s}]\n".formatted(job.output));
            }
            case Loop loop -> {
                text.append(more).append("type: for\n");
                text.append(more).append("input: ").append(loop.input).append('\n');
                text.append(more).append("enumerator: ").append(loop.item).append('\n');
                loop.collects.ifPresent(variable -> text.append(more)
                        .append("output: %s\n%syieldToOutput: %s\n".formatted(loop.output, more, variable)));
                loop.feeds.ifPresent(variable -> text.append(more).append("yieldToInput: %s\n".formatted(variable)));
                text.append(more).append("actions:\n");
                for (var inner : loop.steps) write(inner, more + "  ", text);
            }
        }
    }
}
