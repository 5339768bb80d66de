package io.tidewheel.controllers.workflows;

import io.tidewheel.controllers.workflows.ChainPlugins.PluginAnswer;
import io.tidewheel.controllers.workflows.ChainPlugins.PluginCall;
import io.tidewheel.model.RunId;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.workflow.chains.ChainChecks;
import io.tidewheel.workflow.chains.PlannedExecutable;
import io.tidewheel.workflow.chains.RoundAction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The consistency checkers of a site, one after the other, until one says no. What the planner wants to know is asked when it has looked at all that it can;
 * it gets the answer when it looks again.
 */
final class SiteChecks implements ChainChecks {
    private static final ExtensionType TYPE = ExtensionType.CONSISTENCY_CHECKER;

    private final List<String> checkers;
    private final ChainPlugins plugins;
    private final Map<String, ?> workflow;
    /** The questions that are open, by the action that is asked about: a chain has one question at a time. */
    private final Map<String, OpenCheck> open = new HashMap<>();

    private final List<OpenCheck> unsent = new ArrayList<>();

    private static final class OpenCheck {
        final Map<String, ?> arguments;
        int checker;

        @Nullable
        PluginCall call;

        OpenCheck(Map<String, ?> arguments) {
            this.arguments = arguments;
        }
    }

    /** @param workflow as it was submitted */
    SiteChecks(List<String> checkers, ChainPlugins plugins, Map<String, ?> workflow) {
        this.checkers = List.copyOf(checkers);
        this.plugins = plugins;
        this.workflow = workflow;
    }

    @Override
    public Optional<CheckAnswer> mayAdd(List<PlannedExecutable> chain, RoundAction action) {
        var check = open.computeIfAbsent(action.id(), _ -> begin(arguments(chain, action)));
        var said = Optional.ofNullable(check.call).flatMap(PluginCall::answer).flatMap(answer -> goOn(check, answer));
        if (said.isPresent()) open.remove(action.id());
        return said;
    }

    private OpenCheck begin(Map<String, ?> arguments) {
        var check = new OpenCheck(arguments);
        unsent.add(check);
        return check;
    }

    private Map<String, ?> arguments(List<PlannedExecutable> chain, RoundAction action) {
        var arguments = new LinkedHashMap<String, Object>();
        arguments.put("processChain", ChainFields.executables(chain));
        arguments.put("action", ChainFields.action(action));
        arguments.put("workflow", workflow);
        return arguments;
    }

    /** Empty if another checker is to be asked. */
    private Optional<CheckAnswer> goOn(OpenCheck check, PluginAnswer answer) {
        return switch (answer) {
            case PluginAnswer.NotTold(var why) -> Optional.of(new CheckAnswer.CheckFailed(why));
            case PluginAnswer.Told(var result)
            when result instanceof Boolean mayAdd -> {
                if (!mayAdd) yield Optional.of(new CheckAnswer.MayNot());
                if (++check.checker == checkers.size()) yield Optional.of(new CheckAnswer.MayAdd());
                check.call = null;
                unsent.add(check);
                yield Optional.empty();
            }
            case PluginAnswer.Told _ ->
                Optional.of(
                        new CheckAnswer.CheckFailed("plug-in %s answered with what is neither true nor false: result"
                                .formatted(checkers.get(check.checker))));
        };
    }

    /** Asks what the planner wanted to know since the last call. */
    void send(RunId asker) {
        for (var check : unsent) check.call = plugins.ask(asker, TYPE, checkers.get(check.checker), check.arguments);
        unsent.clear();
    }
}
