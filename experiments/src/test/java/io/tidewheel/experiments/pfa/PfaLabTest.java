package io.tidewheel.experiments.pfa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.experiments.workloads.RunTimeRule;
import io.tidewheel.model.Money;
import io.tidewheel.simulation.elastic.FleetScenario;
import io.tidewheel.simulation.elastic.NamedPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PfaLabTest {
    private static final PfaLab ONE_SET = new PfaLab(
            1,
            1,
            List.of(0),
            FleetScenario.DispatchMode.PLACEMENT,
            List.of(),
            30,
            Optional.empty(),
            FleetScenario.Conditions.FINE);

    @ParameterizedTest
    @CsvSource({"60, WORKLOAD_I", "120, WORKLOAD_I", "80, WORKLOAD_II"})
    void pfaBeatsThePlannersAndLeapBeatsPfaForLessMoney(int budget, RunTimeRule rule) {
        var seen = summaries(budget, rule, "pfa-ma", "pfa-ewma", "plf", "scf", "leap");
        double pfa = Math.min(slowdown(seen, "pfa-ma"), slowdown(seen, "pfa-ewma"));
        assertThat(pfa).isLessThan(slowdown(seen, "plf")).isLessThan(slowdown(seen, "scf"));
        assertThat(slowdown(seen, "leap")).isLessThan(0.65 * pfa);
        assertThat(of(seen, "leap").costPerInterval())
                .isLessThan(of(seen, "pfa-ewma").costPerInterval());
        assertThat(seen.values())
                .allSatisfy(each -> assertThat(each.mostOfBudget()).isLessThanOrEqualTo(1));
    }

    @Test
    void theReportHoldsTablesPicturesAndFindings() {
        var report = new PfaReport();
        report.add(
                PfaExperiment.BUDGETS,
                List.copyOf(summaries(100, RunTimeRule.WORKLOAD_I, "pfa-ma:10", "plf")
                        .values()));
        report.add(SideExperiment.CLOUDKON.run(1, Duration.ZERO, _ -> {}));
        var html = report.html("Made by a test & nobody else.");
        assertThat(html)
                .startsWith("<!doctype html>")
                .contains("<svg", "<polygon", "<polyline", "pfa-ma:10", "test &amp; nobody", "five stages")
                .doesNotContain("NaN", "Infinity", "http://", "https://");
        assertThat(report.findings())
                .isNotEmpty()
                .as("all but the fall in utilisation that CloudKon published")
                .allSatisfy(each ->
                        assertThat(each.holds()).isEqualTo(!each.claim().contains("the less machines are used")));
    }

    @Test
    void experimentsAreFoundByTheirNames() {
        assertThat(PfaExperiment.of("unequal")).isEqualTo(PfaExperiment.UNEQUAL);
        assertThat(SideExperiment.of("speed")).contains(SideExperiment.SPEED);
        assertThatThrownBy(() -> PfaExperiment.of("budget"))
                .hasMessageContaining("no experiment 'budget'")
                .hasMessageContaining("budgets");
        for (var each : PfaExperiment.all()) assertThat(each.trials()).isNotEmpty();
    }

    @Test
    void decisionsOverManyWorkflowsAreMeasured() {
        var seen = DecisionSpeed.observation(20, 60, 30, 1);
        var row = DecisionSpeed.measure(NamedPolicy.of("leap"), seen);
        assertThat(row.workflows()).isEqualTo(20);
        assertThat(row.openTasks()).isGreaterThan(800);
        assertThat(row.millis()).isPositive();
    }

    private static TrialSummary of(Map<String, TrialSummary> seen, String policy) {
        return Objects.requireNonNull(seen.get(policy));
    }

    private static double slowdown(Map<String, TrialSummary> seen, String policy) {
        return of(seen, policy).meanSlowdown();
    }

    private static Map<String, TrialSummary> summaries(int budget, RunTimeRule rule, String... policies) {
        var seen = new HashMap<String, TrialSummary>();
        var budgets = Collections.nCopies(2, new Money(BigDecimal.valueOf(budget)));
        for (var policy : policies)
            seen.put(
                    policy,
                    ONE_SET.run(new PolicyTrial(NamedPolicy.of(policy), new PolicyTrial.Source.Drawn(rule), budgets)));
        return seen;
    }
}
