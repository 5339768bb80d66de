package io.tidewheel.controllers.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tidewheel.protocol.wire.Collect;
import io.tidewheel.protocol.wire.CollectKind;
import io.tidewheel.protocol.wire.Collected;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.FileFacts;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Reuse;
import io.tidewheel.protocol.wire.Work;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChainComparisonTest {
    private static final String OLD = "/tmp/run-1/aaaaaaaaaaaaaaaaaaaa";
    private static final String NEW = "/tmp/run-2/bbbbbbbbbbbbbbbbbbbb";

    @Test
    void filesThatTheRunsNamedMayHaveOtherNames() {
        var reuse = compared(
                work(command(OLD + ".csv", "10", OLD + ".out")),
                outcome(OLD + ".csv", OLD + ".out"),
                work(command(NEW + ".csv", "10", NEW + ".out")));
        assertThat(reuse.getMiss()).isEmpty();
        assertThat(reuse.getOrigin()).isEqualTo("1/3");
        assertThat(reuse.getInputs(0).getPath()).isEqualTo(NEW + ".csv");
        assertThat(reuse.getInputs(0).getFilesList()).containsExactly(facts(""));
        assertThat(reuse.getOutputs(0).getFrom()).isEqualTo(OLD + ".out");
        assertThat(reuse.getOutputs(0).getTo()).isEqualTo(NEW + ".out");
        assertThat(reuse.getOutputs(0).getFilesList()).containsExactly(facts(""));
    }

    @Test
    void theFirstArgumentThatChangedIsTold() {
        var outcome = outcome("/data/a", OLD);
        assertThat(compared(work(command("/data/a", "10", OLD)), outcome, work(command("/data/a", "12", NEW)))
                        .getMiss())
                .isEqualTo("'work (a)': argument 2 changed: '10' -> '12'");
        assertThat(compared(work(command("/data/a", "10", OLD)), outcome, work(command("/data/b", "10", NEW)))
                        .getMiss())
                .contains("'/data/a' -> '/data/b'");
        // Only names of files are given by runs; a text that looks like one is compared as it is.
        assertThat(compared(
                                work(command("/data/a", "a".repeat(20), OLD)),
                                outcome,
                                work(command("/data/a", "b".repeat(20), NEW)))
                        .getMiss())
                .contains("argument 2 changed");
        var longer = command("/data/a", "10", NEW).addArguments("more");
        assertThat(compared(work(command("/data/a", "10", OLD)), outcome, work(longer))
                        .getMiss())
                .contains("has 5 arguments instead of 4");
    }

    @Test
    void filesInsideAFolderKeepTheirOwnNames() {
        var outcome = outcome(OLD + "/a.csv", OLD + ".out");
        assertThat(compared(
                                work(command(OLD + "/a.csv", "1", OLD + ".out")),
                                outcome,
                                work(command(NEW + "/b.csv", "1", NEW + ".out")))
                        .getMiss())
                .contains("argument 1 changed");
    }

    @Test
    void whatTheChainMakesOnItsWayIsNoInput() {
        var old = work(command("/data/a", "1", OLD + "1"), command(OLD + "1", "2", OLD + "2"));
        var fresh = work(command("/data/a", "1", NEW + "1"), command(NEW + "1", "2", NEW + "2"));
        var outcome = Outcome.newBuilder()
                .addInputs(facts("/data/a"))
                .addInputs(facts(OLD + "1"))
                .addCollected(Collected.newBuilder().setName("out").addFiles(facts(OLD + "1")))
                .addCollected(
                        Collected.newBuilder().setName("out").setCommand(1).addFiles(facts(OLD + "2")))
                .build();
        var reuse = compared(old, outcome, fresh);
        assertThat(reuse.getMiss()).isEmpty();
        assertThat(reuse.getInputsList()).extracting("path").containsExactly("/data/a");
        assertThat(reuse.getOutputsList()).extracting("to").containsExactly(NEW + "1", NEW + "2");
        assertThat(reuse.getOutputsList()).extracting("command").containsExactly(0, 1);
    }

    @Test
    void foldersAreToldWithAllTheirFiles() {
        var outcome = Outcome.newBuilder()
                .addInputs(facts("/data/a/x/1"))
                .addInputs(facts("/data/a/y"))
                .addInputs(facts("/data/ab"))
                .addCollected(Collected.newBuilder().setName("out").addFiles(facts(OLD + "/p/q")))
                .build();
        var old = command("/data/a", "1", OLD);
        old.getCollectBuilder(0).setKind(CollectKind.DIRECTORY);
        var fresh = command("/data/a", "1", NEW);
        fresh.getCollectBuilder(0).setKind(CollectKind.DIRECTORY);
        var reuse = compared(work(old), outcome, work(fresh));
        assertThat(reuse.getInputs(0).getFilesList()).containsExactly(facts("x/1"), facts("y"));
        assertThat(reuse.getOutputs(0).getFilesList()).containsExactly(facts("p/q"));
        assertThat(reuse.getOutputs(0).getFolder()).isTrue();
    }

    @Test
    void withoutHashesNothingIsTaken() {
        var outcome = Outcome.newBuilder()
                .addInputs(FileFacts.newBuilder().setPath("/data/a"))
                .addCollected(Collected.newBuilder().addFiles(facts(OLD)))
                .build();
        var old = work(command("/data/a", "1", OLD));
        var fresh = work(command("/data/a", "1", NEW));
        assertThat(compared(old, outcome, fresh).getMiss()).contains("'/data/a' is no file with a content");
        assertThat(compared(
                                old,
                                Outcome.newBuilder().addInputs(facts("/data/a")).build(),
                                fresh)
                        .getMiss())
                .contains("did not tell what it made");
    }

    private static Reuse compared(Work old, Outcome outcome, Work fresh) {
        return new ChainComparison("1/3", old, outcome, fresh, Optional.empty(), Instant.EPOCH).reuse();
    }

    private static Work work(Command.Builder... commands) {
        var work = Work.newBuilder();
        for (var command : commands) work.addCommands(command);
        return work.build();
    }

    private static Command.Builder command(String input, String value, String output) {
        return Command.newBuilder()
                .setLabel("work (a)")
                .addArguments("/bin/work")
                .addArguments(input)
                .addArguments(value)
                .addArguments(output)
                .addInputFiles(input)
                .addCollect(
                        Collect.newBuilder().setName("out").setPath(output).setKind(CollectKind.FILE_OR_EMPTY_LIST));
    }

    private static Outcome outcome(String input, String output) {
        return Outcome.newBuilder()
                .addInputs(facts(input))
                .addCollected(Collected.newBuilder().setName("out").addFiles(facts(output)))
                .build();
    }

    private static FileFacts facts(String path) {
        return FileFacts.newBuilder()
                .setPath(path)
                .setSize(1)
                .setSha256(ByteString.copyFromUtf8("hash"))
                .build();
    }
}
