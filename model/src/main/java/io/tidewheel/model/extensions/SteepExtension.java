package io.tidewheel.model.extensions;

import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An extension that can be asked. Safe for several threads. */
public interface SteepExtension extends AutoCloseable {
    /**
     * Answers a call, within its limit. What is handed over and answered is as JSON has it: maps with texts as keys, lists, texts, numbers, booleans and
     * null, with the fields that Steep's objects have. Nobody trusts that the answer is right.
     */
    @Nullable
    Object answer(Map<String, ?> arguments) throws ExtensionFailure;

    /**
     * The same where something is printed meanwhile, as by runtimes: each line goes to whoever asks. Is asked on a thread of its own, whose interruption means that
     * the answer is not wanted any more, and that what is at work is to end.
     */
    default @Nullable Object answer(Map<String, ?> arguments, Consumer<String> lines) throws ExtensionFailure {
        return answer(arguments);
    }

    @Override
    default void close() {}
}
