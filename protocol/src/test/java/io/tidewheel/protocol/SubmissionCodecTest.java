package io.tidewheel.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.JobDocument;
import io.tidewheel.protocol.wire.OpenRunRequest;
import io.tidewheel.protocol.wire.Work;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Every field of the table, there and back. */
class SubmissionCodecTest {
    private static Submission example(SubmissionField<?> field) {
        var said = new Submission.Draft();
        Submission.putText(said, field.name(), field.example());
        return said.done();
    }

    private static Submission all() {
        var said = new Submission.Draft();
        for (var field : SubmissionField.of(RunKind.TASKS)) said.putAll(example(field));
        return said.done();
    }

    @Test
    void everyFieldOfTasksTravelsInTheMessageThatOpensARun() throws Exception {
        for (var field : SubmissionField.of(RunKind.TASKS)) {
            var sent = SubmissionCodec.open(example(field)).build().toByteArray();
            assertThat(SubmissionCodec.submission(OpenRunRequest.parseFrom(sent)))
                    .as(field.name())
                    .isEqualTo(example(field));
        }
        assertThat(SubmissionCodec.submission(SubmissionCodec.open(all()).build()))
                .isEqualTo(all());
    }

    @Test
    void whatIsSaidOfEachTaskIsKeptInDocuments() {
        assertThat(SubmissionCodec.submission(SubmissionCodec.rules(all()))).isEqualTo(all().ofTasks());
        assertThat(all().ofTasks().said()).contains(SubmissionField.KEEP_OUTPUT, SubmissionField.MAX_INACTIVITY);
    }

    @Test
    void nothingSaidIsNothingHeard() {
        assertThat(SubmissionCodec.submission(OpenRunRequest.getDefaultInstance()))
                .isEqualTo(Submission.NOTHING);
        assertThat(SubmissionCodec.open(Submission.NOTHING).build()).isEqualTo(OpenRunRequest.getDefaultInstance());
    }

    @Test
    void jobsFromBeforeTheyHadRulesAreStillRead() {
        var before = JobDocument.newBuilder()
                .addRequires("gpu")
                .setNeeds(RuleCodec.amounts(new Amounts(500, 0, 0)))
                .setRetry(RuleCodec.rule(RetryPolicy.NEVER.withMaxAttempts(3)))
                .setMaxRuntimeMillis(1_000)
                .setMaxInactivityMillis(2_000)
                .setChainDeadlineMillis(3_000)
                .build();
        var asked = Submission.NOTHING
                .with(SubmissionField.REQUIRES, Capabilities.of("gpu"))
                .with(SubmissionField.NEEDS, new Amounts(500, 0, 0))
                .with(SubmissionField.RETRY, RetryPolicy.NEVER.withMaxAttempts(3))
                .with(SubmissionField.MAX_RUNTIME, Duration.ofSeconds(1))
                .with(SubmissionField.MAX_INACTIVITY, Duration.ofSeconds(2))
                .with(SubmissionField.TASK_DEADLINE, Duration.ofSeconds(3));
        assertThat(SubmissionCodec.submission(before)).isEqualTo(asked);
        var now =
                JobDocument.newBuilder().setRules(SubmissionCodec.rules(asked)).build();
        assertThat(SubmissionCodec.submission(now)).isEqualTo(asked);
    }

    @Test
    void howMuchOutputIsKeptIsSaidInTheWorkItself() throws Exception {
        var work = Payload.of(Work.newBuilder()
                .addCommands(Command.newBuilder().addArguments("true"))
                .build()
                .toByteArray());
        var kept = SubmissionCodec.keepingOutput(work, example(SubmissionField.KEEP_OUTPUT));
        assertThat(Work.parseFrom(kept.bytes()).getKeepOutputBytes()).isEqualTo(65_536);
        assertThat(SubmissionCodec.keepingOutput(work, Submission.NOTHING)).isSameAs(work);
    }
}
