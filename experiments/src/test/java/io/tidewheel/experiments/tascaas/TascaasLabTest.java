package io.tidewheel.experiments.tascaas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.experiments.tascaas.TascaasLab.Options;
import java.util.ArrayList;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The whole, as the command does it. */
class TascaasLabTest {
    @Test
    void theSameSeedGivesTheSameReportAndAnotherOneAnother() {
        var some = Set.of("one-dies", JobScenario.NOISY);
        var first = TascaasLab.run(new Options(some, 1, 3), _ -> {});
        assertThat(TascaasLab.run(new Options(some, 1, 3), _ -> {}).page()).isEqualTo(first.page());
        assertThat(TascaasLab.run(new Options(some, 2, 3), _ -> {}).lines()).isNotEqualTo(first.lines());
        assertThat(Infrastructures.withJobs(1).jobs())
                .isEqualTo(Infrastructures.withJobs(1).jobs())
                .isNotEqualTo(Infrastructures.withJobs(2).jobs());
    }

    @Test
    void aReportNeedsNothingButItself() {
        var page = TascaasLab.run(new Options(Set.of(TascaasLab.INFRASTRUCTURES, TascaasLab.STATIC), 1, 1), _ -> {})
                .page();
        assertThat(page).doesNotContain("<script", "href=", "src=").contains("</html>");
        assertThat(page.split("<svg")).hasSize(10);
        assertThat(page).doesNotContain("NaN", "Infinity", "null");
    }

    @Test
    void onlyWhatWasAskedForIsDone() {
        var heard = new ArrayList<String>();
        var findings = TascaasLab.run(new Options(Set.of("two-equal"), 1, 1), heard::add);
        assertThat(findings.trials()).hasSize(2);
        assertThat(findings.noisy()).isEmpty();
        assertThat(findings.campaign()).isEmpty();
        assertThat(heard).containsExactly("two equal, 2 slots");
        assertThat(findings.text()).contains("two equal, 2 slots", "14 of 14 checks hold");
    }

    @Test
    void whatIsNotKnownIsRefusedByName() {
        assertThatThrownBy(() -> new Options(Set.of("tow-equal"), 1, 1))
                .hasMessageContaining("no scenario 'tow-equal'")
                .hasMessageContaining("two-equal");
        assertThatThrownBy(() -> new Options(Set.of("noisy"), 1, 0)).hasMessageContaining("not 0");
    }
}
