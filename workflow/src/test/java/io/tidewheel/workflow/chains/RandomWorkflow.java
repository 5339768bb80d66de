package io.tidewheel.workflow.chains;

import io.tidewheel.workflow.SampleServices;
import io.tidewheel.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Writes workflows by chance: files and lists of files, loops inside of loops, loops over loops, loops that feed themselves, conditions. */
final class RandomWorkflow {
    private final RandomGenerator random;
    private final StringBuilder text = new StringBuilder();
    private int count;

    /** What can be used at a place. */
    private record Scope(int depth, List<String> files, List<String> lists, List<String> actions) {
        Scope inner() {
            return new Scope(depth + 1, new ArrayList<>(files), new ArrayList<>(lists), new ArrayList<>(actions));
        }
    }

    private RandomWorkflow(RandomGenerator random) {
        this.random = random;
    }

    static Workflow of(RandomGenerator random) {
        return SampleServices.workflow(new RandomWorkflow(random).write());
    }

    private String write() {
        text.append("vars:\n"
                + "- {id: first, value: x}\n"
                + "- {id: pair, value: [p, q]}\n"
                + "- {id: rows, value: [[a, b], [], [c]]}\n");
        text.append("actions:\n");
        var scope = new Scope(
                0, new ArrayList<>(List.of("first")), new ArrayList<>(List.of("pair", "rows")), new ArrayList<>());
        body(scope, 3 + random.nextInt(6), "");
        return text.toString();
    }

    private void body(Scope scope, int size, String indent) {
        for (int i = 0; i < size; i++) {
            if (scope.depth() < 3 && random.nextInt(3) == 0) loop(scope, indent);
            else execute(scope, indent);
        }
    }

    private void execute(Scope scope, String indent) {
        int number = count++;
        var service = switch (random.nextInt(6)) {
            case 0 -> "split";
            case 1 -> "maybe";
            case 2 -> "train";
            case 3 -> "count";
            default -> "work";
        };
        text.append(indent).append("- {type: execute, id: a%d, service: %s, inputs: [".formatted(number, service));
        int inputs = random.nextInt(3);
        for (int i = 0; i < inputs; i++)
            text.append("{id: in, var: ").append(any(scope)).append("}, ");
        text.append("], outputs: [{id: out, var: v%d, store: %b}]".formatted(number, random.nextInt(4) == 0));
        if (!scope.actions().isEmpty() && random.nextInt(4) == 0)
            text.append(", dependsOn: ").append(pick(scope.actions()));
        if (random.nextInt(8) == 0) text.append(", when: not empty ").append(any(scope));
        if (random.nextInt(20) == 0) text.append(", retries: {maxAttempts: 0}");
        text.append("}\n");
        (service.equals("split") ? scope.lists() : scope.files()).add("v" + number);
        scope.actions().add("a" + number);
    }

    private void loop(Scope scope, String indent) {
        int number = count++;
        var inner = scope.inner();
        var more = indent + "  ";
        text.append(indent).append("- type: for\n");
        text.append(more).append("id: l%d\n".formatted(number));
        text.append(more).append("input: %s\n".formatted(random.nextInt(4) == 0 ? any(scope) : pick(scope.lists())));
        text.append(more).append("enumerator: e%d\n".formatted(number));
        if (!scope.actions().isEmpty() && random.nextInt(5) == 0) {
            text.append(more)
                    .append("dependsOn: ")
                    .append(pick(scope.actions()))
                    .append('\n');
        }
        text.append(more).append("actions:\n");
        inner.files().add("e" + number);
        int before = count;
        body(inner, 1 + random.nextInt(3), more);
        if (random.nextInt(3) > 0) {
            text.append(more).append("output: o%d\n".formatted(number));
            text.append(more).append("yieldToOutput: %s\n".formatted(any(inner)));
            scope.lists().add("o" + number);
        }
        var own = inner.lists().stream()
                .filter(name -> name.startsWith("v") && Integer.parseInt(name.substring(1)) >= before)
                .toList();
        if (!own.isEmpty() && random.nextInt(2) == 0) {
            text.append(more).append("yieldToInput: %s\n".formatted(pick(own)));
        }
        scope.actions().add("l" + number);
    }

    private String any(Scope scope) {
        return random.nextInt(2) == 0 ? pick(scope.files()) : pick(scope.lists());
    }

    private String pick(List<String> names) {
        return names.get(random.nextInt(names.size()));
    }
}
