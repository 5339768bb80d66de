package io.tidewheel.cli.run;

import io.tidewheel.cli.OptionValues;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The options of a run as fields of a request. */
public final class RunFieldBody {
    private RunFieldBody() {}

    /**
     * Puts what is given in place of what the request says of the same; labels and required capabilities are added to those of the request. What cannot
     * be meant is refused with the option's name.
     */
    public static void put(ObjectNode body, RunFieldOptions given) {
        var run = given.open(List.of()).build();
        given.name().ifPresent(name -> body.put("name", name));
        putLabels(body, given);
        if (given.priority() != null) body.put("priority", run.getPriority());
        putRequires(body, given);
        given.needs().ifPresent(needs -> body.put("needs", needs));
        given.delivery().ifPresent(delivery -> body.put("delivery", delivery));
        putRetry(body, given);
        putSeconds(body, "maxRuntime", given.maxRuntime());
        putSeconds(body, "maxInactivity", given.maxInactivity());
        putSeconds(body, "deadline", given.deadline());
        Optional.ofNullable(given.finishBy()).ifPresent(when -> body.put("runDeadline", when.toString()));
        Optional.ofNullable(given.maxFails()).ifPresent(fails -> body.put("maxFails", fails));
        given.budget().ifPresent(_ -> body.put("budget", run.getBudget()));
        if (given.held()) body.put("held", true);
        if (given.strict()) body.put("strict", true);
    }

    private static void putLabels(ObjectNode body, RunFieldOptions given) {
        if (given.labels().isEmpty() || isOdd(body.get("labels"), JsonNode::isObject)) return;
        var labels = body.get("labels") instanceof ObjectNode there ? there : body.putObject("labels");
        for (var label : given.labels()) {
            var pair = OptionValues.pair("--label", label);
            labels.put(pair.getKey(), pair.getValue());
        }
    }

    private static void putRequires(ObjectNode body, RunFieldOptions given) {
        var there = body.get("requires");
        if (given.requires().isEmpty() || isOdd(there, JsonNode::isArray)) return;
        var names = new LinkedHashSet<String>();
        if (there != null) there.forEach(name -> names.add(name.asString()));
        names.addAll(given.requires());
        var all = body.putArray("requires");
        names.forEach(all::add);
    }

    /** Each option replaces its part of the rule alone; the short form of the rule becomes the long one. */
    private static void putRetry(ObjectNode body, RunFieldOptions given) {
        boolean any = given.retries() != null
                || given.retryDelay() != null
                || given.retryBackoff() != null
                || given.retryMaxDelay() != null;
        var brief = body.get("retries");
        if (!any || isOdd(body.get("retry"), JsonNode::isObject) || isOdd(brief, JsonNode::isIntegralNumber)) return;
        // Who says both in a file is told so by the server.
        if (brief != null && body.has("retry")) return;
        var rule = body.get("retry") instanceof ObjectNode there ? there : body.putObject("retry");
        if (brief != null) rule.put("maxAttempts", brief.asLong() + 1);
        body.remove("retries");
        Optional.ofNullable(given.retries()).ifPresent(again -> rule.put("maxAttempts", again + 1));
        putSeconds(rule, "delay", given.retryDelay());
        Optional.ofNullable(given.retryBackoff()).ifPresent(times -> rule.put("exponentialBackoff", times));
        putSeconds(rule, "maxDelay", given.retryMaxDelay());
    }

    /** What is there and is not what it should be is left as it is, so that the server says what is wrong with it. */
    private static boolean isOdd(@Nullable JsonNode there, Predicate<JsonNode> isFine) {
        return there != null && !isFine.test(there);
    }

    private static void putSeconds(ObjectNode body, String field, @Nullable Duration time) {
        if (time != null) body.put(field, time.toMillis() / 1e3);
    }
}
