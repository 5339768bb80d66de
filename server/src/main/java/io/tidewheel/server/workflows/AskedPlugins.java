package io.tidewheel.server.workflows;

import io.tidewheel.controllers.workflows.ChainPlugins;
import io.tidewheel.model.RunId;
import io.tidewheel.model.extensions.ExtensionFailure;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.protocol.extensions.LoadedExtensions;
import io.tidewheel.protocol.extensions.LoadedExtensions.LoadedExtension;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks the plug-ins of this server about chains. The engine asks and must not wait: each plug-in gets the questions of all runs one after the other, and a run is
 * stirred when it has answers.
 */
public final class AskedPlugins implements ChainPlugins {
    /** A run goes on when so many answers are there, if not all. */
    private static final int ANSWERS_AT_ONCE = 100;

    private final LoadedExtensions extensions;
    private final Executor askers;
    private final Consumer<RunId> stir;
    private final Map<LoadedExtension, Deque<Question>> waiting = new HashMap<>();

    private static final class Question implements PluginCall {
        final RunId asker;
        final Map<String, ?> arguments;
        private volatile @Nullable PluginAnswer answer;

        Question(RunId asker, Map<String, ?> arguments) {
            this.asker = asker;
            this.arguments = arguments;
        }

        @Override
        public Optional<PluginAnswer> answer() {
            return Optional.ofNullable(answer);
        }
    }

    /**
     * @param askers carries out what waits for a plug-in
     * @param stir tells the engine that there is news for a run
     */
    public AskedPlugins(LoadedExtensions extensions, Executor askers, Consumer<RunId> stir) {
        this.extensions = extensions;
        this.askers = askers;
        this.stir = stir;
    }

    @Override
    public PluginCall ask(RunId asker, ExtensionType type, String name, Map<String, ?> arguments) {
        var question = new Question(asker, arguments);
        var plugin = extensions.named(type, name);
        if (plugin.isEmpty()) {
            askers.execute(() -> {
                question.answer = new PluginAnswer.NotTold(ChainPlugins.missing(type, name));
                stir.accept(asker);
            });
        } else if (isFirst(plugin.get(), question)) {
            askers.execute(() -> askAll(plugin.get()));
        }
        return question;
    }

    /** Whether somebody must begin to ask. */
    private synchronized boolean isFirst(LoadedExtension plugin, Question question) {
        var queue = waiting.get(plugin);
        if (queue != null) {
            queue.add(question);
            return false;
        }
        waiting.put(plugin, new ArrayDeque<>(List.of(question)));
        return true;
    }

    private synchronized Optional<Question> next(LoadedExtension plugin) {
        var queue = waiting.get(plugin);
        var next = queue == null ? null : queue.poll();
        if (next == null) waiting.remove(plugin);
        return Optional.ofNullable(next);
    }

    private void askAll(LoadedExtension plugin) {
        int unheard = 0;
        for (var asked = next(plugin); asked.isPresent(); ) {
            var question = asked.get();
            question.answer = answer(plugin, question);
            asked = next(plugin);
            boolean goesOn = asked.isPresent() && asked.get().asker.equals(question.asker);
            if (goesOn && ++unheard < ANSWERS_AT_ONCE) continue;
            unheard = 0;
            stir.accept(question.asker);
        }
    }

    /** Whatever is wrong with the plug-in, somebody waits for an answer. */
    private static PluginAnswer answer(LoadedExtension plugin, Question question) {
        try {
            return new PluginAnswer.Told(plugin.ask(question.arguments));
        } catch (ExtensionFailure failure) {
            return new PluginAnswer.NotTold(String.valueOf(failure.getMessage()));
        } catch (RuntimeException | Error unexpected) {
            return new PluginAnswer.NotTold(
                    "plug-in %s could not be asked: %s".formatted(plugin.spec().name(), unexpected));
        }
    }
}
