package io.tidewheel.controllers.workflows;

import io.tidewheel.model.RunId;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.protocol.extensions.JsonLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Plug-ins whose calls wait until a test answers them. */
final class FakeChainPlugins implements ChainPlugins {
    final List<FakeCall> calls = new ArrayList<>();

    static final class FakeCall implements PluginCall {
        final String plugin;
        final String arguments;
        private @Nullable PluginAnswer answer;

        FakeCall(String plugin, String arguments) {
            this.plugin = plugin;
            this.arguments = arguments;
        }

        @Override
        public Optional<PluginAnswer> answer() {
            return Optional.ofNullable(answer);
        }

        void say(String json) {
            answer = new PluginAnswer.Told(JsonLine.read(json));
        }

        /** What it was handed, with changes; without, as it was. */
        void echo(String what, String... replacements) {
            var text = JsonLine.write(arguments().get(what));
            for (int i = 0; i < replacements.length; i += 2) text = text.replace(replacements[i], replacements[i + 1]);
            say(text);
        }

        Map<?, ?> arguments() {
            return JsonLine.read(arguments) instanceof Map<?, ?> map ? map : Map.of();
        }

        void fail(String why) {
            answer = new PluginAnswer.NotTold(why);
        }
    }

    @Override
    public PluginCall ask(RunId asker, ExtensionType type, String name, Map<String, ?> arguments) {
        var call = new FakeCall(name, JsonLine.write(arguments));
        calls.add(call);
        return call;
    }

    FakeCall last() {
        return calls.getLast();
    }
}
