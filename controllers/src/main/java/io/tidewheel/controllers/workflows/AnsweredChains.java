package io.tidewheel.controllers.workflows;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.workflow.chains.PlannedChain;
import io.tidewheel.workflow.chains.PlannedExecutable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads the chains that a plug-in has answered in place of those that it was given. An executable whose id is that of a planned one does its action; others do
 * none. What makes no sense is an IllegalArgumentException that says where.
 */
final class AnsweredChains {
    /** Begins the names of chains that do no action of their workflow. */
    private static final String EXTRA = "+";

    private static final Set<String> FIELDS =
            Set.of("id", "executables", "requiredCapabilities", "priority", "retries");

    private final AnsweredExecutables executables;
    private final Predicate<String> isOpen;

    /** @param isOpen whether there is a chain of this name already */
    AnsweredChains(AnsweredExecutables executables, Predicate<String> isOpen) {
        this.executables = executables;
        this.isOpen = isOpen;
    }

    /** Whether a chain of this name does no action of its workflow. */
    static boolean isExtra(String key) {
        return key.startsWith(EXTRA);
    }

    List<PlannedChain> read(@Nullable Object answer, List<PlannedChain> planned) {
        var known = new LinkedHashMap<String, PlannedExecutable>();
        var origins = new LinkedHashMap<String, PlannedChain>();
        for (var chain : planned) {
            for (var executable : chain.executables()) {
                known.put(executable.id(), executable);
                origins.put(executable.id(), chain);
            }
        }
        var chains = new ArrayList<PlannedChain>();
        var keys = new HashSet<String>();
        var seen = new HashSet<String>();
        int number = 0;
        for (var each : PluginFields.list(answer, "result")) {
            var fields = PluginFields.of(each, "result[%d]".formatted(number++), FIELDS);
            chains.add(chain(fields, known, origins, keys, seen));
        }
        return chains;
    }

    private PlannedChain chain(
            PluginFields fields,
            Map<String, PlannedExecutable> known,
            Map<String, PlannedChain> origins,
            Set<String> keys,
            Set<String> seen) {
        var commands = new ArrayList<PlannedExecutable>();
        var actions = new ArrayList<String>();
        int number = 0;
        for (var each : fields.list("executables")) {
            var place = "%s.executables[%d]".formatted(fields.place(), number++);
            var command = executables.read(each, place, known);
            if (!seen.add(command.id())) throw new IllegalArgumentException(place + ".id is there twice");
            if (known.containsKey(command.id())) actions.add(command.id());
            commands.add(command);
        }
        if (commands.isEmpty()) throw fields.wrong("executables", "is missing or empty");
        var before = new LinkedHashSet<PlannedChain>();
        actions.forEach(action -> Optional.ofNullable(origins.get(action)).ifPresent(before::add));
        int priority = origins.values().stream()
                .findFirst()
                .map(PlannedChain::priority)
                .orElse((int) fields.whole("priority", 0));
        if (fields.whole("priority", priority) != priority)
            throw fields.wrong("priority", "is not that of the run, %d: change it there".formatted(priority));
        if (actions.isEmpty()) actions.add(extra(fields, keys));
        return new PlannedChain(
                actions.getFirst(),
                actions,
                requires(fields, before),
                before.stream().map(PlannedChain::amounts).reduce(Amounts.NONE, Amounts::max),
                priority,
                fields.has("retries") ? retries(fields.object("retries", RETRIES)) : RetryPolicy.NEVER,
                commands,
                Optional.empty());
    }

    /** A name that no other chain has. */
    private String extra(PluginFields fields, Set<String> keys) {
        var id = EXTRA + fields.optionalText("id").orElse("chain").replace('\n', ' ');
        var key = id;
        for (int i = 2; isOpen.test(key) || !keys.add(key); i++) key = id + "~" + i;
        return key;
    }

    /** What it says, or what the chains require that its actions are from. */
    private static Capabilities requires(PluginFields fields, Set<PlannedChain> before) {
        var names = new TreeSet<String>();
        before.forEach(chain -> names.addAll(chain.requires().names()));
        try {
            return Capabilities.of(fields.has("requiredCapabilities") ? fields.texts("requiredCapabilities") : names);
        } catch (IllegalArgumentException wrong) {
            throw fields.wrong("requiredCapabilities", "cannot be: " + wrong.getMessage());
        }
    }

    static final Set<String> RETRIES = Set.of("maxAttempts", "delay", "exponentialBackoff", "maxDelay");

    static RetryPolicy retries(PluginFields fields) {
        try {
            return new RetryPolicy(
                    Math.toIntExact(fields.whole("maxAttempts", 1)),
                    fields.time("delay", Duration.ZERO),
                    Math.toIntExact(fields.whole("exponentialBackoff", 1)),
                    fields.time("maxDelay", RetryPolicy.LONGEST));
        } catch (IllegalArgumentException | ArithmeticException wrong) {
            throw new IllegalArgumentException("%s cannot be: %s".formatted(fields.place(), wrong.getMessage()), wrong);
        }
    }
}
