package io.tidewheel.workflow.chains;

import io.tidewheel.workflow.ActionInput;
import io.tidewheel.workflow.ExecuteAction;
import io.tidewheel.workflow.chains.ScopeFrame.Instance;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An action with its rounds, as whoever has unrolled all loops by hand would have written it.
 *
 * @param id with its rounds
 * @param variables for each variable that it names, what that is called with its rounds
 * @param dependsOn actions with their rounds
 */
public record RoundAction(String id, ExecuteAction action, Map<String, String> variables, List<String> dependsOn) {
    public RoundAction {
        dependsOn = List.copyOf(dependsOn);
    }

    static RoundAction of(Instance instance) {
        var exec = instance.exec();
        var frame = instance.frame();
        var variables = new LinkedHashMap<String, String>();
        var inputs = exec.action.inputs();
        for (int i = 0; i < inputs.size(); i++) {
            var ref = exec.inputs[i];
            if (ref != null && inputs.get(i).source() instanceof ActionInput.Source.FromVariable(var name))
                variables.put(name, name + frame.up(ref.up()).suffix);
        }
        for (var output : exec.action.outputs()) variables.put(output.variable(), output.variable() + frame.suffix);
        var before = new ArrayList<String>();
        for (var need : exec.needs) {
            var owner = frame.up(need.up());
            var maker = owner.scope.makers.get(need.slot());
            if (maker != null && maker.done == need.slot()) before.add(maker.id + owner.suffix);
        }
        return new RoundAction(instance.id(), exec.action, variables, before);
    }
}
