package example.tidewheel;

import io.tidewheel.agent.runtime.AgentTools;
import io.tidewheel.agent.runtime.CommandEnd;
import io.tidewheel.agent.runtime.CommandStep;
import io.tidewheel.agent.runtime.OpenRuntime;
import io.tidewheel.agent.runtime.RuntimeProvider;
import io.tidewheel.model.LogStream;
import io.tidewheel.model.plugins.PluginSetting;
import io.tidewheel.model.plugins.PluginSetting.Form;
import io.tidewheel.model.plugins.PluginSettings;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** {@code tidewheel run --runtime upper-case -- some words} prints SOME WORDS. */
public final class UpperCaseRuntime implements RuntimeProvider {
    private static final String ENDING = "ending";

    @Override
    public String name() {
        return "upper-case";
    }

    @Override
    public String description() {
        return "prints its arguments in capital letters";
    }

    @Override
    public List<PluginSetting> settings() {
        return List.of(PluginSetting.of(ENDING, Form.TEXT, "what follows the last word")
                .usually("!"));
    }

    /** Once for each life of an agent; what it answers makes one runtime for each slot. */
    @Override
    public OpenRuntime open(PluginSettings settings, AgentTools agent) {
        var ending = settings.required(ENDING);
        return _ -> step -> run(step, ending);
    }

    /** What is wrong with a command is told by its end, not thrown. */
    private static CommandEnd run(CommandStep step, String ending) {
        if (step.arguments().isEmpty()) return CommandEnd.notStarted(2, "upper-case needs at least one word to print");
        var line = String.join(" ", step.arguments()).toUpperCase(Locale.ROOT) + ending + "\n";
        step.output().write(LogStream.STDOUT, ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8)));
        return CommandEnd.SUCCESS;
    }
}
