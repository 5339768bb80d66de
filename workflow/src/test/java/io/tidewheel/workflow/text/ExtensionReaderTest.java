package io.tidewheel.workflow.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.extensions.ExtensionSpec;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.workflow.Complaint;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExtensionReaderTest {
    @Test
    void whatSteepsFilesSayIsReadWithTheProgramThatAnswers() {
        var read = ExtensionReader.read("""
            - name: splitOverlapTable
              type: outputAdapter
              version: 1.2.0
              scriptFile: conf/plugins/splitOverlapTable.kt
              supportedDataType: overlapTable
              command: [conf/plugins/split, -v]
              timeout: 5s
            - {name: begin, type: initializer, command: [./p]}
            """);
        assertThat(read.complaints()).isEmpty();
        var split = read.orThrow().getFirst();
        assertThat(split.type()).isEqualTo(ExtensionType.OUTPUT_ADAPTER);
        assertThat(split.dataType()).isEqualTo("overlapTable");
        assertThat(split.command()).containsExactly("conf/plugins/split", "-v");
        assertThat(split.limit()).isEqualTo(Duration.ofSeconds(5));
        assertThat(split.capability()).isEqualTo("extension:outputAdapter/overlapTable");
        assertThat(read.orThrow().getLast().limit()).isEqualTo(Duration.ofMinutes(10));
    }

    @Test
    void everythingThatIsWrongIsToldAtOnceWithItsPlace() {
        var complaints = ExtensionReader.read("""
            - {name: a, type: outputadapter, command: [x]}
            - {name: b, type: outputAdapter, command: [x]}
            - {name: c, type: initializer, version: 1.x, command: [x]}
            - {name: d, type: initializer, supportedDataType: fits, command: [x]}
            - {name: e, type: initializer, scriptFile: e.kt}
            - {name: f, type: initializer, command: [x], unknown: 1}
            - {name: g, type: progressEstimator, command: [x]}
            - {name: h, type: runtime, supportedRuntime: docker, command: [x]}
            """).complaints();
        assertThat(complaints).hasSize(8);
        assertThat(complaints.stream().map(Complaint::line)).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        assertThat(complaints.toString())
                .contains("'outputadapter' is no type")
                .contains("supportedDataType")
                .contains("no semantic version")
                .contains("script of Kotlin")
                .contains("'supportedServiceIds' is missing")
                .contains("the runtime 'docker' cannot be replaced");
    }

    private static ExtensionSpec initializer(String name, String... dependsOn) {
        var others = String.join(", ", dependsOn);
        return ExtensionReader.read(
                        "- {name: %s, type: initializer, dependsOn: [%s], command: [x]}".formatted(name, others))
                .orThrow()
                .getFirst();
    }

    @Test
    void whatOthersDependOnComesFirst() {
        var ordered = ExtensionSpec.ordered(
                List.of(initializer("c", "b"), initializer("x"), initializer("b", "a"), initializer("a")));
        assertThat(ordered.stream().map(ExtensionSpec::name)).containsExactly("x", "a", "b", "c");
        assertThatThrownBy(() -> ExtensionSpec.ordered(List.of(initializer("a", "b"), initializer("b", "a"))))
                .hasMessageContaining("circle");
        assertThatThrownBy(() -> ExtensionSpec.ordered(List.of(initializer("a", "z"))))
                .hasMessageContaining("depends on 'z'");
    }
}
