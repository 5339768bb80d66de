package io.tidewheel.trials;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.bench.steep.SteepExperiment;
import io.tidewheel.bench.steep.SteepLab;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The experiments from end to end, small: a real server, real agents, and everything that is checked holds. */
class SteepExperimentTrialTest {
    @TempDir
    Path folder;

    @Test
    void machinesAreMadeForEverySetAndEveryChainIsDoneOnce() throws Exception {
        var out = new ByteArrayOutputStream();
        // Chains are long against the time by which one of two machines is ready before the other, so work is spread
        // evenly.
        var experiment = SteepExperiment.of(1).withChains(10).scaled(2);
        boolean good = SteepLab.run(experiment, folder.resolve("run"), folder, print(out), System.out::println);
        var said = out.toString(StandardCharsets.UTF_8);
        assertThat(good).as(said).isTrue();
        assertThat(said).contains("not known here", "2/2/1/1/2");
        assertThat(Files.readString(folder.resolve("experiment-1.html"))).contains("<svg", "R3+R4");
    }

    @Test
    void manyAgentsInAProcessShareTheChains() throws Exception {
        var out = new ByteArrayOutputStream();
        var experiment = SteepExperiment.of(3).withChains(2_000).withAgents(40);
        boolean good = SteepLab.run(experiment, folder.resolve("run"), folder, print(out), System.out::println);
        var said = out.toString(StandardCharsets.UTF_8);
        assertThat(good).as(said).isTrue();
        assertThat(said).contains("processors busy meanwhile");
    }

    private static PrintStream print(ByteArrayOutputStream out) {
        return new PrintStream(out, true, StandardCharsets.UTF_8);
    }
}
