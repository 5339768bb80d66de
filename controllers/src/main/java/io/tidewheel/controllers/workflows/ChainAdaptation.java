package io.tidewheel.controllers.workflows;

import io.tidewheel.controllers.workflows.ChainPlugins.PluginAnswer;
import io.tidewheel.controllers.workflows.ChainPlugins.PluginCall;
import io.tidewheel.model.RunId;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.workflow.chains.AdaptedChain;
import io.tidewheel.workflow.chains.ChainPlanner;
import io.tidewheel.workflow.chains.PlannedChain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lets the chain adapters of a site change what each step of the planner has made, before it is handed out: one after the other, each gets what the one before it
 * has answered. All chains of a step are handed out together, so that after a crash either all of them are there or the adapters are asked anew.
 */
final class ChainAdaptation {
    /** Chains of one step; more become further steps. */
    private static final int MOST_PLANNED = 1_000;

    private static final int MOST_ANSWERED = 4_000;

    private final ChainPlanner planner;
    private final List<String> adapters;
    private final ChainPlugins plugins;
    private final AnsweredChains reader;
    private final Map<String, ?> workflow;

    /** Whether there may be another step. */
    private boolean due;

    private final List<PlannedChain> planned = new ArrayList<>();
    private @Nullable PluginCall call;
    private int adapter;
    /** What the step is now, as plug-ins have it. */
    private List<?> step = List.of();
    /** What is ready to be handed out. */
    private List<PlannedChain> answered = List.of();

    /**
     * @param reader reads what they answer
     * @param workflow as it was submitted
     */
    ChainAdaptation(
            ChainPlanner planner,
            List<String> adapters,
            ChainPlugins plugins,
            AnsweredChains reader,
            Map<String, ?> workflow) {
        this.planner = planner;
        this.adapters = List.copyOf(adapters);
        this.plugins = plugins;
        this.reader = reader;
        this.workflow = workflow;
        this.due = isActive();
    }

    /** Whether there is anybody to be asked. */
    boolean isActive() {
        return !adapters.isEmpty();
    }

    /** Whether nothing more comes as long as no chain ends. */
    boolean isIdle() {
        return !due && planned.isEmpty() && call == null && answered.isEmpty();
    }

    /** Something has ended: there may be another step. */
    void ended() {
        due = isActive();
    }

    /** The next chains, and jobs, which no adapter sees; none as long as answers are missing. */
    List<PlannedChain> next(RunId run, int most) {
        if (!isActive()) return planner.next(most);
        var jobs = new ArrayList<PlannedChain>();
        if (due && call == null && answered.isEmpty()) plan(run, most, jobs);
        while (call != null && call.answer().isPresent())
            take(run, call.answer().get());
        if (answered.size() > most) return jobs;
        jobs.addAll(answered);
        answered = List.of();
        return jobs;
    }

    /** A step is complete when nothing is asked any more about where its chains are cut. */
    private void plan(RunId run, int most, List<PlannedChain> jobs) {
        int room = Math.min(MOST_PLANNED, most) - planned.size();
        if (room <= 0) return;
        for (var chain : planner.next(room)) (chain.job().isPresent() ? jobs : planned).add(chain);
        if (planner.isAsking()) return;
        due = planned.size() + jobs.size() >= room;
        adapter = 0;
        step = ChainFields.chains(planned);
        ask(run);
    }

    private void ask(RunId run) {
        var arguments = new LinkedHashMap<String, Object>();
        arguments.put("processChains", step);
        arguments.put("workflow", workflow);
        call = plugins.ask(run, ExtensionType.CHAIN_ADAPTER, adapters.get(adapter), arguments);
    }

    private void take(RunId run, PluginAnswer answer) {
        call = null;
        var name = adapters.get(adapter);
        switch (answer) {
            case PluginAnswer.NotTold(var why) -> giveUp(why);
            case PluginAnswer.Told(var result) -> {
                try {
                    var chains = reader.read(result, planned);
                    if (chains.size() > MOST_ANSWERED)
                        throw new IllegalArgumentException("result has more than %,d chains".formatted(MOST_ANSWERED));
                    goOn(run, name, (List<?>) result, chains);
                } catch (IllegalArgumentException wrong) {
                    giveUp("plug-in %s answered with what is no list of process chains: %s"
                            .formatted(name, wrong.getMessage()));
                }
            }
        }
    }

    private void goOn(RunId run, String name, @Nullable List<?> result, List<PlannedChain> chains) {
        step = Optional.<List<?>>ofNullable(result).orElse(List.of());
        if (++adapter < adapters.size()) {
            ask(run);
            return;
        }
        replace(chains, "the plug-in %s took it out of its chain".formatted(name));
        answered = chains;
    }

    private void giveUp(String why) {
        replace(List.of(), why);
        answered = List.of();
    }

    private void replace(List<PlannedChain> chains, String why) {
        var keys = planned.stream().map(PlannedChain::key).toList();
        planned.clear();
        planner.replace(
                keys,
                chains.stream()
                        .map(chain -> new AdaptedChain(
                                chain.key(), AnsweredChains.isExtra(chain.key()) ? List.of() : chain.actions()))
                        .toList(),
                why);
    }
}
