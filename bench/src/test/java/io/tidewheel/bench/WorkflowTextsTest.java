package io.tidewheel.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.workflow.text.WorkflowReader;
import org.junit.jupiter.api.Test;

/** What is measured can be read. */
class WorkflowTextsTest {
    @Test
    void everyLevelNeedsBothActionsOfTheOneBefore() {
        var text = WorkflowsBench.levelsText(3);
        assertThat(WorkflowReader.read(text).orThrow().actions()).hasSize(6);
        assertThat(text).contains("id: b2, service: nothing, dependsOn: [a1, b1]");
    }

    @Test
    void aGraphHasAsManyActionsAsAskedFor() {
        var text = WorkflowsBench.graphText(43);
        assertThat(WorkflowReader.read(text).orThrow().actions()).hasSize(43);
        assertThat(text).contains("id: g1-9-1, service: nothing, dependsOn: [g1-8-0, g1-8-1]");
    }
}
