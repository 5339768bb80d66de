package io.tidewheel.workflow.plan;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import java.util.List;

/**
 * What a workflow will do, as far as can be known before anything has run.
 *
 * @param actions the graph: its nodes
 * @param edges and who waits for whom
 * @param levels the chains that could be made if all chains of the level before had ended
 * @param needs the capability sets of the chains
 * @param chains how many chains are known
 * @param openLoops loops of which nobody knows beforehand how many rounds they will have; see {@link WorkflowSuppositions}
 * @param openConditions actions of which nobody knows beforehand whether they will be done
 * @param complete false if there are more chains than were asked for
 */
public record WorkflowForecast(
        List<PlannedAction> actions,
        List<Edge> edges,
        List<Level> levels,
        List<Need> needs,
        long chains,
        List<String> openLoops,
        List<String> openConditions,
        boolean complete) {
    public WorkflowForecast {
        actions = List.copyOf(actions);
        edges = List.copyOf(edges);
        levels = List.copyOf(levels);
        needs = List.copyOf(needs);
        openLoops = List.copyOf(openLoops);
        openConditions = List.copyOf(openConditions);
    }

    /**
     * A node of the graph.
     *
     * @param service empty for a loop
     * @param loop the loop it is in; empty for none
     */
    public record PlannedAction(String id, String service, String loop) {}

    /** @param through the variable, or empty if it is a plain dependency */
    public record Edge(String from, String to, String through) {}

    /** @param examples the actions of some of its chains */
    public record Level(long chains, List<List<String>> examples) {
        public Level {
            examples = List.copyOf(examples);
        }
    }

    /** Capabilities and amounts, how many chains need them, and who offers them. */
    public record Need(Capabilities capabilities, Amounts amounts, long chains, Source source) {}

    /** The agents or machines that offer what is needed. */
    public sealed interface Source {
        record Agents() implements Source {}

        /** Machines of this setup would have to be made. */
        record NewMachines(String setup) implements Source {}

        record NotOffered() implements Source {}

        /** Nothing was said about which agents and setups there are. */
        record Unknown() implements Source {}
    }

    public int depth() {
        return levels.size();
    }

    /** The most chains that can run at the same time, level by level. */
    public long widest() {
        return levels.stream().mapToLong(Level::chains).max().orElse(0);
    }

    public boolean canBeRun() {
        return needs.stream().noneMatch(need -> need.source() instanceof Source.NotOffered);
    }
}
