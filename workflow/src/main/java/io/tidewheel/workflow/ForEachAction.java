package io.tidewheel.workflow;

import java.util.List;
import java.util.Optional;

/**
 * Does actions for each item of a list.
 *
 * @param input the variable with the list; a single value is a list of one
 * @param enumerator the variable that has the item
 * @param output the variable that collects what {@code yieldToOutput} has in each round, in the order of the rounds
 * @param yieldToInput the variable whose value becomes further items of the list
 */
public record ForEachAction(
        String id,
        String input,
        String enumerator,
        Optional<String> output,
        List<Action> actions,
        Optional<String> yieldToOutput,
        Optional<String> yieldToInput,
        List<String> dependsOn,
        Optional<Condition> when,
        SourcePlace place)
        implements Action {
    public ForEachAction {
        actions = List.copyOf(actions);
        dependsOn = List.copyOf(dependsOn);
    }

    /** The same action, begun after other actions and under another condition. */
    public ForEachAction after(List<String> others, Optional<Condition> condition) {
        return new ForEachAction(
                id, input, enumerator, output, actions, yieldToOutput, yieldToInput, others, condition, place);
    }

    /** The same loop around other actions. */
    public ForEachAction around(List<Action> others) {
        return new ForEachAction(
                id, input, enumerator, output, others, yieldToOutput, yieldToInput, dependsOn, when, place);
    }
}
