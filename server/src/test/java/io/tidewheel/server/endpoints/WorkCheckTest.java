package io.tidewheel.server.endpoints;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.tidewheel.protocol.wire.Collect;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.RetryRule;
import io.tidewheel.protocol.wire.StageIn;
import io.tidewheel.protocol.wire.StageOut;
import io.tidewheel.protocol.wire.Work;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class WorkCheckTest {
    @Test
    void whatAChainMayAskForIsAccepted() {
        assertThatCode(() -> check(command -> command.setLabel("copy")
                        .setRetry(RetryRule.newBuilder().setMaxAttempts(-1))
                        .addMakeFolders("/data/out")
                        .addInputFiles("in")
                        .addCollect(Collect.newBuilder().setName("file").setPath("out"))))
                .doesNotThrowAnyException();
    }

    @Test
    void whatNoAgentCouldDoIsRefusedWithItsName() {
        refused(command -> command.setLabel("two\nlines"), "a label");
        refused(command -> command.setRetry(RetryRule.newBuilder().setMaxAttempts(-2)), "-2 times");
        refused(command -> command.setRetry(RetryRule.newBuilder().setDelayMillis(-1)), "impossibly large");
        refused(command -> command.addMakeFolders(""), "a folder to be made has no path");
        refused(command -> command.addInputFiles("a\0b"), "an input file contains a NUL");
        refused(command -> command.addCollect(Collect.newBuilder().setName("x")), "the output 'x' has no path");
        refused(
                command -> command.addCollect(
                        Collect.newBuilder().setName("x").setPath("y").setKindValue(9)),
                "'x' is of a kind");
    }

    @Test
    void filesThatCannotComeOrGoAreRefused() {
        var work = Work.newBuilder().addCommands(Command.newBuilder().addArguments("true"));
        var in = StageIn.newBuilder().setUrl("/objects/a?signature=secret").setPath("a");
        var out = StageOut.newBuilder().setUrl("https://host/b").setPath("b").setName("result");
        assertThatCode(() -> WorkCheck.check(
                        "the task", work.clone().addStageIn(in).addStageOut(out).build()))
                .doesNotThrowAnyException();
        for (var url : List.of("", "file:///etc", "a", "http://a b?signature=secret")) {
            var bad = work.clone().addStageIn(in.clone().setUrl(url)).build();
            assertThatThrownBy(() -> WorkCheck.check("the task", bad))
                    .hasMessageContaining("the address of the file 'a'")
                    .hasMessageNotContaining("secret");
        }
        var noPath = work.clone().addStageOut(out.clone().setPath("")).build();
        assertThatThrownBy(() -> WorkCheck.check("the task", noPath)).hasMessageContaining("'result' has no path");
        var hash = work.clone()
                .addStageIn(in.clone().setSha256(ByteString.copyFromUtf8("short")))
                .build();
        assertThatThrownBy(() -> WorkCheck.check("the task", hash)).hasMessageContaining("5 bytes, not 32");
    }

    private static void refused(UnaryOperator<Command.Builder> change, String because) {
        assertThatThrownBy(() -> check(change))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("the task", because);
    }

    private static void check(UnaryOperator<Command.Builder> change) {
        var command = change.apply(Command.newBuilder().addArguments("true"));
        WorkCheck.check("the task", Work.newBuilder().addCommands(command).build());
    }
}
