package io.tidewheel.agent.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PosixSpawnLauncherTest extends ProcessLauncherContract {

    private static final ProcessLaunchers LAUNCHERS = ProcessLaunchers.best(System::nanoTime);

    @Override
    ProcessLaunchers launchers() {
        return LAUNCHERS;
    }

    @Override
    int manyStarts() {
        return 1000;
    }

    @Test
    void thisIsTheBestWayHere() {
        assertThat(LAUNCHERS.reason()).contains("posix_spawn").contains("orphans adopted");
        assertThat(launcher).isInstanceOf(PosixSpawnLauncher.class);
    }

    @Test
    void whereThereIsATerminalAProcessGetsItsOwnSession() {
        launcher.close();
        launcher = new PosixSpawnLauncher(System::nanoTime, OrphanProcesses.adopt(), true);
        run(ProcessLimits.NONE, "sh", "-c", "cut -d' ' -f1,5,6 /proc/$$/stat");
        var numbers = output.stdout().strip().split(" ");
        assertThat(numbers).hasSize(3).containsOnly(numbers[0]);
        run(ProcessLimits.NONE, "sh", "-c", "sleep 1000 & exit 3");
        assertThat(ProcessTable.children()).isEmpty();
    }

    @Test
    void noSignalIsBlockedOrIgnored() {
        run(ProcessLimits.NONE, "grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status");
        assertThat(output.stdout().lines()).hasSize(2).allMatch(line -> line.endsWith("\t0000000000000000"));
    }

    @Test
    void whoLeftTheGroupEndsWithItsTask() {
        var escaped = "setsid sh -c 'echo $$; sleep 1000 & echo $!; : > told; wait' & ";
        run(ProcessLimits.NONE, "sh", "-c", escaped + untilExists("told"));
        assertThat(output.pids()).hasSize(2).noneMatch(ProcessTable::runs);
        assertThat(ProcessTable.children()).isEmpty();
    }

    @Test
    void theOthersOfTheGroupMayFinishWriting() {
        run(ProcessLimits.NONE.withLinger(Duration.ofHours(1)), "sh", "-c", "(sleep 0.2; echo late) & echo early");
        assertThat(output.stdout()).isEqualTo("early\nlate\n");
    }

    @Test
    void whatTheGroupWritesInItsGraceArrives() {
        var saving = "trap 'sleep 0.3; echo saved; exit' TERM; echo ready; while :; do sleep 0.05; done";
        var running = start("sh", "-c", "sh -c \"" + saving + "\" & wait");
        output.when("ready", () -> running.end(RunningProcess.Urgency.POLITE));
        pump(running, ProcessLimits.NONE.withGrace(Duration.ofHours(1)).withLinger(Duration.ZERO));
        assertThat(output.stdout()).isEqualTo("ready\nsaved\n");
    }

    @Test
    void pipesAreKeptForTheNextProcessUnlessSomebodyWasLeft() {
        var first = outputsOf("readlink /proc/self/fd/1 /proc/self/fd/2");
        assertThat(outputsOf("readlink /proc/self/fd/1 /proc/self/fd/2")).isEqualTo(first);
        outputsOf("setsid sleep 1000 & echo");
        assertThat(outputsOf("readlink /proc/self/fd/1 /proc/self/fd/2")).isNotEqualTo(first);
    }

    @Test
    void whatOneProcessDoesToItsOutputIsNotSeenByTheNext() {
        run(ProcessLimits.NONE, "dd", "if=/dev/null", "oflag=nonblock");
        assertThat(outputsOf("grep flags: /proc/self/fdinfo/1").strip())
                .endsWith("01")
                .doesNotMatch(".*[4-7]\\d{3}$");
    }

    @Test
    void nothingOfAnOutputIsLeftForTheNextProcess() {
        for (var text : List.of("one", "two", "three")) {
            run(ProcessLimits.NONE, "sh", "-c", "yes | head -c 200000; echo " + text);
            assertThat(output.take()).hasSize(200_000 + text.length() + 1).endsWith(text + "\n");
        }
    }

    private String outputsOf(String script) {
        output.take();
        run(ProcessLimits.NONE, "sh", "-c", script);
        return output.take();
    }

    @Test
    void orphansOfManyTasksAreReaped() {
        for (int i = 0; i < 50; i++) run(ProcessLimits.NONE, "sh", "-c", "(setsid true; exit 1) & exit 1");
        for (int i = 0; i < 100 && !ProcessTable.children().isEmpty(); i++) run(ProcessLimits.NONE, "sleep", "0.05");
        assertThat(ProcessTable.children()).isEmpty();
    }

    @Test
    void withoutLingerWhatWasWrittenStillArrives() {
        run(ProcessLimits.NONE.withLinger(Duration.ZERO), "sh", "-c", "sleep 1000 & yes | head -c 60000");
        assertThat(output.stdout()).hasSize(60_000);
    }

    @Test
    void processorTimeIsTold() {
        var end = run(ProcessLimits.NONE, "sh", "-c", "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done");
        assertThat(end.usage().orElseThrow().processorTime()).isPositive();
        assertThat(end.usage().orElseThrow().userTime()).isPositive();
    }

    @Test
    void thePeakOfALargeProcessIsExact() {
        long half = 500L << 20;
        var usage = run(ProcessLimits.NONE, "dd", "if=/dev/zero", "of=/dev/null", "bs=500M", "count=1")
                .usage()
                .orElseThrow();
        assertThat(usage.peakMemoryAtLeastBytes())
                .isEqualTo(usage.peakMemoryAtMostBytes())
                .isBetween(half, half + (50L << 20));
    }

    @Test
    void thePeakOfASmallProcessIsARange() {
        var usage = run(ProcessLimits.NONE, "sleep", "0.5").usage().orElseThrow();
        assertThat(usage.peakMemoryAtLeastBytes()).isBetween(100_000L, 20_000_000L);
        assertThat(usage.peakMemoryAtMostBytes()).isGreaterThan(usage.peakMemoryAtLeastBytes());
    }

    @Test
    void aProgramThatIsJustBeingWrittenIsWaitedFor() throws Exception {
        var program = Files.copy(Path.of("/bin/true"), folder.resolve("program"));
        var writer = FileChannel.open(program, StandardOpenOption.WRITE);
        var closer = Thread.ofPlatform().start(() -> {
            try (writer) {
                writer.force(true);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(run(ProcessLimits.NONE, "./program").exitCode()).isZero();
        closer.join();
    }

    @Test
    void aClosedLauncherStartsNothing() {
        launcher.close();
        assertThatThrownBy(() -> launcher.start(spec("true"))).hasMessageContaining("closed");
    }
}
