package io.tidewheel.controllers.workflows;

import io.tidewheel.model.RunId;
import io.tidewheel.model.extensions.ExtensionSpec;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.workflow.chains.ChainChecks;
import io.tidewheel.workflow.chains.CutRules;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks the plug-ins of a site that see the chains of workflows. Nobody waits here: answers come later. */
@FunctionalInterface
public interface ChainPlugins {
    /** For a program that has none. */
    ChainPlugins NONE = (_, type, name, _) -> {
        Optional<PluginAnswer> answer = Optional.of(new PluginAnswer.NotTold(missing(type, name)));
        return () -> answer;
    };

    /** What a plug-in said. */
    sealed interface PluginAnswer {
        /** The answer as JSON has it. Nobody has looked yet whether it makes sense. */
        record Told(@Nullable Object result) implements PluginAnswer {}

        /** Nothing, for this reason, which names it. */
        record NotTold(String why) implements PluginAnswer {}
    }

    /** A call that is under way, or has been answered. */
    @FunctionalInterface
    interface PluginCall {
        /** Empty as long as there is none. The asker is stirred when there is one. */
        Optional<PluginAnswer> answer();
    }

    PluginCall ask(RunId asker, ExtensionType type, String name, Map<String, ?> arguments);

    /** How chains are cut where these plug-ins are, as far as it can be known before anybody is asked. */
    static CutRules rules(List<ExtensionSpec> plugins) {
        return new CutRules(new SiteAdapters(plugins).cut(), ChainChecks.NONE);
    }

    /** The plug-ins among the given ones that may change how chains are cut, each by its type and name. */
    static List<String> changing(List<ExtensionSpec> plugins) {
        return plugins.stream()
                .filter(plugin -> SiteAdapters.SEEING_CHAINS.contains(plugin.type()))
                .map(plugin -> plugin.type().word() + " " + plugin.name())
                .toList();
    }

    /** What is said of a plug-in that is not there. */
    static String missing(ExtensionType type, String name) {
        return "this server has no %s '%s' (any more)".formatted(type.word(), name);
    }
}
