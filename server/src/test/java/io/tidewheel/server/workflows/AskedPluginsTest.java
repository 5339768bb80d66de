package io.tidewheel.server.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.controllers.workflows.ChainPlugins.PluginAnswer;
import io.tidewheel.controllers.workflows.ChainPlugins.PluginCall;
import io.tidewheel.model.RunId;
import io.tidewheel.model.extensions.ExtensionFailure;
import io.tidewheel.model.extensions.ExtensionSpec;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.model.extensions.SteepExtension;
import io.tidewheel.protocol.extensions.LoadedExtensions;
import io.tidewheel.protocol.extensions.LoadedExtensions.LoadedExtension;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AskedPluginsTest {
    private static final RunId RUN = new RunId(1);
    private static final RunId OTHER = new RunId(2);

    private final Deque<Runnable> later = new ArrayDeque<>();
    private final List<RunId> stirred = new ArrayList<>();

    private AskedPlugins plugins(SteepExtension extension) {
        var spec = new ExtensionSpec(
                "one", ExtensionType.CHAIN_ADAPTER, "", "", Set.of(), List.of(), List.of(), Duration.ofSeconds(1));
        return new AskedPlugins(
                new LoadedExtensions(List.of(new LoadedExtension(spec, extension))), later::add, stirred::add);
    }

    private static PluginCall ask(AskedPlugins plugins, RunId run, String word) {
        return plugins.ask(run, ExtensionType.CHAIN_ADAPTER, "one", Map.of("word", word));
    }

    private void runAll() {
        while (!later.isEmpty()) later.remove().run();
    }

    @Test
    void theEngineDoesNotWaitAndEachRunIsStirredWhenItsAnswersAreThere() {
        var plugins = plugins(arguments -> arguments.get("word") + "!");
        var calls = List.of(ask(plugins, RUN, "a"), ask(plugins, RUN, "b"), ask(plugins, OTHER, "c"));
        assertThat(calls).allMatch(call -> call.answer().isEmpty());
        assertThat(later).as("one call at a time of each plug-in").hasSize(1);
        runAll();
        assertThat(calls)
                .extracting(call -> call.answer().orElseThrow())
                .containsExactly(new PluginAnswer.Told("a!"), new PluginAnswer.Told("b!"), new PluginAnswer.Told("c!"));
        assertThat(stirred).containsExactly(RUN, OTHER);
        var again = ask(plugins, RUN, "d");
        runAll();
        assertThat(again.answer()).contains(new PluginAnswer.Told("d!"));
    }

    @Test
    void whateverGoesWrongIsAnAnswerThatNamesThePlugin() {
        var failing = plugins(_ -> {
            throw new ExtensionFailure("plug-in one gave no answer in 30 s");
        });
        var throwing = plugins(_ -> {
            throw new IllegalStateException("oops");
        });
        var calls = List.of(
                ask(failing, RUN, "a"),
                ask(throwing, RUN, "a"),
                failing.ask(RUN, ExtensionType.CONSISTENCY_CHECKER, "two", Map.of()));
        runAll();
        assertThat(calls)
                .extracting(call -> call.answer().orElseThrow().toString())
                .satisfiesExactly(
                        text -> assertThat(text).contains("plug-in one gave no answer in 30 s"),
                        text -> assertThat(text).contains("plug-in one threw").contains("oops"),
                        text -> assertThat(text).contains("no processChainConsistencyChecker 'two'"));
        assertThat(stirred).containsOnly(RUN);
    }
}
