package io.tidewheel.experiments.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.simulation.workloads.TimedWorkflow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArrivalTraceTest {
    @Test
    void workflowsArriveAsTheTraceSays() {
        var trace = ArrivalTrace.parse("# seen on Monday\n0\n12.5 2\n7, 1, 9  # urgent\n", 2);
        var workload = trace.applyTo(PaperWorkloads.paper(RunTimeRule.WORKLOAD_I, 0, 1));
        assertThat(workload.workflows()).extracting(TimedWorkflow::arrival).containsExactly(0.0, 7.0, 12.5);
        assertThat(workload.workflows().get(1).priority()).isEqualTo(9);
        assertThat(workload.workflows().get(1).user()).isZero();
        assertThat(workload.workflows().get(2).user()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "soon | line 1: 'soon' is not the seconds of an arrival",
                "-1 | line 1: an arrival is at 0 s or later, not -1",
                "1 3 | line 1: a user is from 1 to 2, not 3",
                "1 1 12 | line 1: a priority is from 0 to 9, not 12",
                "1 1 1 1 | line 1 has 4 words: write SECONDS, USER and PRIORITY, the last two if you like",
                "# nothing | a trace has at least one line with the seconds of an arrival"
            })
    void whatCannotBeReadIsSaid(String text, String why) {
        assertThatThrownBy(() -> ArrivalTrace.parse(text, 2)).hasMessage(why);
    }
}
