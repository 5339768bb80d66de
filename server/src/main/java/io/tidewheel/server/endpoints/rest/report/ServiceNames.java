package io.tidewheel.server.endpoints.rest.report;

import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.protocol.wire.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/** What the chains of a run do, for people: the services of a workflow's actions; the name of the run for other kinds. */
public final class ServiceNames {
    private static final String UNKNOWN = "(not known yet)";

    private final RunRecord run;
    private final Map<String, String> serviceOfAction;

    /** @param serviceOfAction the service of each action of a workflow, by the action's id; empty for other kinds */
    public ServiceNames(RunRecord run, Map<String, String> serviceOfAction) {
        this.run = run;
        this.serviceOfAction = Map.copyOf(serviceOfAction);
    }

    /** Several services of one chain stand one behind the other, each once. */
    String of(ChainRecord chain, Outcome outcome) {
        if (run.spec().kind() != RunKind.WORKFLOW) return run.spec().name();
        var names = new LinkedHashSet<String>();
        for (var command : outcome.getCommandsList()) names.add(service(command.getLabel()));
        if (names.isEmpty()) for (var action : actions(chain)) names.add(serviceOfAction.getOrDefault(action, UNKNOWN));
        return String.join(" + ", names);
    }

    /** Commands are called by their service and, in brackets, their action. */
    private static String service(String label) {
        int bracket = label.indexOf(" (");
        return bracket < 0 ? label : label.substring(0, bracket);
    }

    /** The ids of a chain's actions, without the rounds of loops they are in. */
    List<String> actions(ChainRecord chain) {
        if (run.spec().kind() != RunKind.WORKFLOW) return List.of();
        var actions = new ArrayList<String>();
        for (var line : chain.parameter().split("\n", -1)) actions.add(withoutRounds(line));
        return actions;
    }

    /** Whether an action is one of the workflow. */
    boolean knows(String action) {
        return serviceOfAction.containsKey(action);
    }

    /** Rounds are appended to the id, each behind a dollar sign; ids of macros have such signs too. */
    private String withoutRounds(String instance) {
        var id = instance;
        while (!serviceOfAction.containsKey(id)) {
            int dollar = id.lastIndexOf('$');
            if (dollar <= 0) return instance;
            id = id.substring(0, dollar);
        }
        return id;
    }
}
