package io.tidewheel.bench.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.cli.errors.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What cannot be measured is refused before anything is started. */
class MeasuringTest {
    @TempDir
    Path folder;

    private WorkbenchSession user;

    @BeforeEach
    void sitDown() {
        user = new WorkbenchSession(folder);
    }

    @Test
    void experimentsAreThoseOfThePaper() {
        refused("there are experiments 1 to 4, not 5", "lab", "steep", "--experiment", "5");
        refused("a scale is from 0 to 1,000", "lab", "steep", "--experiment", "1", "--scale", "-2");
        refused("not 3", "lab", "steep", "--experiment", "1", "--chains", "3");
        refused("--agents belongs to experiment 3", "lab", "steep", "--experiment", "1", "--agents", "100");
    }

    @Test
    void figuresNeedEnoughOfEverything() {
        refused("--decisions is at least 1000", "bench", "placement", "--decisions", "5");
        refused("--agents is from 5", "bench", "placement", "--agents", "1");
        refused("use table or json", "bench", "placement", "-o", "xml");
        refused("not negative", "bench", "workflows", "--items", "-1");
        refused("use table or json", "bench", "workflows", "-o", "xml");
        refused("too few to measure", "bench", "pages", "--rounds", "1");
        refused("--agents and --idle are from 0", "bench", "agents", "--idle", "-1");
        refused("use table or json", "bench", "agents", "-o", "xml");
        refused("--connections from 1 to 256", "bench", "runs", "--connections", "0");
    }

    @Test
    void placementIsMeasuredForEveryCombination() {
        var answer = user.type(
                "bench", "placement", "--chains", "50,60", "--agents", "8", "--decisions", "1000", "-o", "json");
        assertThat(answer.code()).isZero();
        assertThat(answer.out().lines()).hasSize(12).allMatch(line -> line.contains("\"unit\":\"us\""));
    }

    @Test
    void scenariosAreThoseThereAre() {
        refused("no scenario 'calm': there are two-equal,", "lab", "tascaas", "--scenario", "calm");
        refused("seeds are from 1 to 100,000, not 0", "lab", "tascaas", "--seeds", "0");
        refused("use table or json", "lab", "tascaas", "--format", "html");
        refused("there is no folder", "lab", "tascaas", "-o", "nowhere/report.html");
        refused("is a folder", "lab", "tascaas", "-o", ".");
    }

    @Test
    void aScenarioIsDoneAndReported() throws Exception {
        var answer = user.type("lab", "tascaas", "--scenario", "one-dies", "--format", "json", "-o", "report.html");
        assertThat(answer.code()).isZero();
        assertThat(answer.out().lines())
                .anyMatch(line -> line.contains("\"balancer\":\"default\"") && line.contains("\"short\":false"))
                .anyMatch(line -> line.contains("\"kind\":\"check\""));
        assertThat(folder.resolve("report.html")).content().contains("1 of 4 dies at 300 s");
    }

    @Test
    void theBalancerIsMeasured() {
        refused("--partitions is from 1", "bench", "balance", "--partitions", "0");
        refused("go with --partitions", "bench", "balance", "--sites", "3");
        refused("--rounds is from 1", "bench", "balance", "--rounds", "0");
        var answer = user.type("bench", "balance", "--partitions", "20", "--rounds", "3", "-o", "json");
        assertThat(answer.code()).isZero();
        assertThat(answer.out().lines()).hasSize(3).anyMatch(line -> line.contains("\"unit\":\"cores\""));
    }

    @Test
    void policiesBudgetsAndExperimentsOfTheLabMustBeKnown() {
        refused("'frugal' is not a policy", "lab", "pfa", "--policy", "frugal");
        refused("'much' is not an amount of money", "lab", "pfa", "--budget", "much");
        refused("one amount or two", "lab", "pfa", "--budget", "1/2/3");
        refused("workloads 1 and 2, not 3", "lab", "pfa", "--workload", "3");
        refused("no experiment 'budget'", "lab", "pfa", "--experiment", "budget");
        refused("leave it out", "lab", "pfa", "--experiment", "budgets", "--policy", "leap");
        refused("--set is 1, 2 or 3, not 4", "lab", "pfa", "--set", "4");
        refused("is a folder", "lab", "pfa", "-o", folder.toString());
        refused("there is no folder", "lab", "pfa", "-o", "nowhere/report.html");
        refused("cannot be read", "lab", "pfa", "--files", "missing.dax");
    }

    @Test
    void policiesAreComparedOnWorkflowsOfFiles() throws IOException {
        Files.writeString(folder.resolve("pair.dax"), """
            <adag name="pair">
              <job id="A" name="first" runtime="300"/>
              <job id="B" name="second" runtime="600"/>
              <child ref="B"><parent ref="A"/></child>
            </adag>
            """);
        var answer = user.type(
                "lab",
                "pfa",
                "--policy",
                "pfa-ma:5,leap",
                "--budget",
                "20",
                "--files",
                "pair.dax",
                "--set",
                "1",
                "--format",
                "json",
                "-o",
                "report.html");
        assertThat(answer.code()).isZero();
        assertThat(answer.out()).contains("\"policy\":\"pfa-ma:5\"", "\"policy\":\"leap\"", "\"workflows\":200");
        assertThat(folder.resolve("report.html")).content().contains("<svg");
    }

    @Test
    void theLabFindsNoFaults() {
        refused("example: --seeds 1000", "lab", "faults", "--seeds", "0");
        var answer = user.type("lab", "faults", "--seeds", "3", "--from", "11");
        assertThat(answer.code()).isZero();
        assertThat(answer.out()).startsWith("3 worlds, ").contains("0 failures");
    }

    private void refused(String why, String... words) {
        var answer = user.type(words);
        assertThat(answer.err()).contains(why);
        assertThat(answer.code()).isEqualTo(ExitCodes.USAGE);
    }
}
