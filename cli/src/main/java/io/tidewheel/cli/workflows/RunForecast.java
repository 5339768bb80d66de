package io.tidewheel.cli.workflows;

import io.tidewheel.cli.text.HumanNumbers;
import io.tidewheel.simulation.whatif.ForecastWork;
import java.util.List;
import java.util.Optional;

/**
 * What is to be played, as far as it is known.
 *
 * @param least what there is to do at least, if that is not the same
 * @param isAtLeast whether something of unknown size is counted with the least it can be
 * @param notes what is supposed, for people
 */
record RunForecast(ForecastWork most, Optional<ForecastWork> least, boolean isAtLeast, List<String> notes) {
    RunForecast {
        notes = List.copyOf(notes);
    }

    /** All of it is known. */
    static RunForecast certain(ForecastWork work) {
        return new RunForecast(work, Optional.empty(), false, List.of());
    }

    /** How many tasks were counted. */
    String count() {
        var tasks = least.filter(fewer -> fewer.tasks() < most.tasks())
                .map(fewer -> "%s to %s".formatted(HumanNumbers.count(fewer.tasks()), HumanNumbers.count(most.tasks())))
                .orElse(HumanNumbers.count(most.tasks()));
        return isAtLeast ? "at least " + tasks : tasks;
    }
}
