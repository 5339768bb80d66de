package io.tidewheel.model.extensions;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An extension that can be asked. Safe for several threads. */
public interface SteepExtension extends AutoCloseable {
    /**
     * Answers a call, within its limit. What is handed over and answered is as JSON has it: maps with texts as keys, lists, texts, numbers, booleans and
     * null, with the fields that Steep's objects have. Nobody trusts that the answer is right.
     */
    @Nullable
    Object answer(Map<String, ?> arguments) throws ExtensionFailure;

    @Override
    default void close() {}
}
