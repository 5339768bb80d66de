package io.tidewheel.cli.run;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What is said about a run as fields of a request. */
public final class RunFieldBody {
    private RunFieldBody() {}

    /** Puts all that is said, but for the key, which is no field of a request. */
    static void put(ObjectNode body, Submission asked) {
        for (var field : asked.said()) if (field != SubmissionField.KEY) put(body, field, asked);
    }

    private static <T> void put(ObjectNode body, SubmissionField<T> field, Submission asked) {
        T value = asked.get(field).orElseThrow();
        var name = field.name();
        if (value instanceof Long number) body.put(name, number);
        else if (value instanceof Boolean flag) body.put(name, flag);
        else if (value instanceof Duration time) body.put(name, seconds(time));
        else if (value instanceof Capabilities capabilities) putNames(body, name, capabilities);
        else if (value instanceof SortedMap<?, ?> pairs) putPairs(body, name, pairs);
        else if (value instanceof RetryPolicy retry) putRetry(body, name, retry);
        else body.put(name, asked.textOf(field));
    }

    private static void putNames(ObjectNode body, String name, Capabilities capabilities) {
        var array = body.putArray(name);
        capabilities.names().forEach(array::add);
    }

    private static void putPairs(ObjectNode body, String name, SortedMap<?, ?> pairs) {
        var object = body.get(name) instanceof ObjectNode there ? there : body.putObject(name);
        pairs.forEach((key, value) -> object.put(key.toString(), value.toString()));
    }

    private static void putRetry(ObjectNode body, String name, RetryPolicy retry) {
        body.putObject(name)
                .put("maxAttempts", retry.maxAttempts())
                .put("delay", seconds(retry.delay()))
                .put("exponentialBackoff", retry.exponentialBackoff())
                .put("maxDelay", seconds(retry.maxDelay()));
    }

    /**
     * Puts what is given in place of what a file says of the same; labels and required capabilities are added to those of the file. What cannot be meant
     * is refused with the option's name.
     */
    public static void putOver(ObjectNode file, RunFieldOptions given) {
        var asked = given.asked().without(SubmissionField.RETRY);
        if (isOdd(file.get("labels"), JsonNode::isObject)) asked = asked.without(SubmissionField.LABELS);
        var requires = file.get("requires");
        var more = asked.get(SubmissionField.REQUIRES);
        put(file, asked.without(SubmissionField.REQUIRES));
        if (more.isPresent() && !isOdd(requires, JsonNode::isArray)) addRequires(file, requires, more.get());
        putRetryOver(file, given);
    }

    private static void addRequires(ObjectNode file, @Nullable JsonNode there, Capabilities more) {
        var names = new LinkedHashSet<String>();
        if (there != null) there.forEach(name -> names.add(name.asString()));
        names.addAll(more.names());
        var all = file.putArray("requires");
        names.forEach(all::add);
    }

    /** Each option replaces its part of the rule alone; the short form of the rule becomes the long one. */
    private static void putRetryOver(ObjectNode body, RunFieldOptions given) {
        var brief = body.get("retries");
        if (!given.saysRetry()
                || isOdd(body.get("retry"), JsonNode::isObject)
                || isOdd(brief, JsonNode::isIntegralNumber)) return;
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
        if (time != null) body.put(field, seconds(time));
    }

    private static double seconds(Duration time) {
        return time.toMillis() / 1e3;
    }
}
