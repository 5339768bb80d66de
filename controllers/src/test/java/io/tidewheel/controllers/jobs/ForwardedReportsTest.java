package io.tidewheel.controllers.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.controllers.ControllerEffects.AgentWord;
import io.tidewheel.controllers.ControllerTurn;
import io.tidewheel.controllers.DrivenRun;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.ServerNote;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.Submission;
import io.tidewheel.protocol.wire.Attempt;
import io.tidewheel.protocol.wire.JobDocument;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.Share;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What goes between an agent's server and the one that keeps its job, with both of them as values. */
class ForwardedReportsTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final RunId RUN = new RunId(7);
    private static final SessionId AGENT = new SessionId(70);
    private static final long KEEPER = 1;
    private static final long OTHER = 2;

    /** A turn of one server's engine. */
    private final class LocalTurn implements ControllerTurn {
        private final Optional<JobController> kept;

        private LocalTurn(Optional<JobController> kept) {
            this.kept = kept;
        }

        @Override
        public Instant now() {
            return now;
        }

        @Override
        public Optional<DrivenRun> find(RunId run) {
            return kept.map(job -> new DrivenRun(
                    RUN, new RunSpec(RunKind.JOB, new Owner("me"), Submission.named("job"), ""), true, job));
        }

        @Override
        public Collection<DrivenRun> timed() {
            return find(RUN).stream().toList();
        }

        @Override
        public boolean holds(SessionId agent, ChainId chain, int attempt) {
            return true;
        }
    }

    private Instant now = NOON;
    private final ControllerTurn keeperTurn = new LocalTurn(Optional.of(job()));
    private final ControllerTurn otherTurn = new LocalTurn(Optional.empty());
    private final ForwardedReports keeper = new ForwardedReports(true);
    private final ForwardedReports other = new ForwardedReports(true);
    private final List<AgentWord> local = new ArrayList<>();

    private JobController job() {
        var document = JobDocument.newBuilder()
                .setIterations(100)
                .setPartitions(2)
                .setMostPartitions(2)
                .setReportMillis(1_000)
                .build();
        var job = (JobController) new JobControllers(KeptHistories.NONE, () -> now)
                .prepare(document)
                .opening()
                .apply(RUN);
        assertThat(job.next(0, 10, now)).hasSize(2);
        return job;
    }

    private static Progress news() {
        return Progress.newBuilder()
                .setRun(RUN.number())
                .setIndex(0)
                .setAttempt(1)
                .build();
    }

    private List<Progress> told(Progress news) {
        return other.told(AGENT, "agent", List.of(news)).take(otherTurn).elsewhere();
    }

    /** All that was told at the other server reaches the keeper, and what that answers is left. */
    private List<ServerNote> carried() {
        return keeper.asked(other.mail(OTHER).take(otherTurn).leaving())
                .take(keeperTurn)
                .leaving();
    }

    private boolean here(SessionId session, Share share) {
        local.add(new AgentWord(session, Payload.of(share.toByteArray())));
        return true;
    }

    private static Share over() {
        return ShareInstructions.over(Attempt.newBuilder()
                .setRun(RUN.number())
                .setIndex(0)
                .setAttempt(1)
                .build());
    }

    @Test
    void whatIsToldHereIsAnsweredByTheKeeper() throws Exception {
        assertThat(told(news())).as("it waits").isEmpty();
        var answers = carried();
        assertThat(answers).extracting(ServerNote::recipient).containsExactly(OTHER);
        var words = other.answered(answers).take(otherTurn);
        assertThat(words).extracting(AgentWord::agent).containsExactly(AGENT);
        assertThat(Share.parseFrom(words.getFirst().word().bytes()).getCount()).isEqualTo(50);
        assertThat(other.mail(OTHER).take(otherTurn).leaving())
                .as("nothing is asked twice")
                .isEmpty();
    }

    @Test
    void whoHasWaitedInVainForItsFirstAnswerBeginsAlone() {
        assertThat(told(news())).isEmpty();
        now = NOON.plus(ForwardedReports.PATIENCE).minusMillis(1);
        assertThat(told(news())).isEmpty();
        now = NOON.plus(ForwardedReports.PATIENCE);
        assertThat(told(news())).containsExactly(news());
        var going = news().toBuilder().setTold(50).build();
        assertThat(told(going)).as("it has something to do").isEmpty();
        assertThat(new ForwardedReports(false)
                        .told(AGENT, "agent", List.of(news()))
                        .take(otherTurn)
                        .elsewhere())
                .as("a server without others")
                .containsExactly(news());
    }

    @Test
    void wordsUnaskedGoToTheServerOfTheAgent() {
        told(news());
        carried();
        keeper.tell(AGENT, over(), (_, _) -> false);
        var leaving = keeper.mail(KEEPER).take(keeperTurn).leaving();
        assertThat(leaving).extracting(ServerNote::recipient).containsExactly(OTHER);
        assertThat(other.answered(leaving).take(otherTurn)).hasSize(1);
    }

    @Test
    void anAgentThatHasComeHereIsToldHereAndItsFormerServerIsForgotten() {
        told(news());
        carried();
        keeper.tell(AGENT, over(), this::here);
        assertThat(local).extracting(AgentWord::agent).containsExactly(AGENT);
        assertThat(keeper.mail(KEEPER).take(keeperTurn).leaving())
                .as("nobody would take it")
                .isEmpty();
        keeper.tell(AGENT, over(), (_, _) -> false);
        assertThat(keeper.mail(KEEPER).take(keeperTurn).leaving())
                .as("it is gone again, and nobody knows where")
                .isEmpty();
    }

    @Test
    void answersAreLookedForAsLongAsSomebodyMayGetThem() {
        assertThat(other.mail(OTHER).take(otherTurn).waits()).isFalse();
        told(news());
        assertThat(other.mail(OTHER).take(otherTurn).waits()).isTrue();
        assertThat(keeper.mail(KEEPER).take(keeperTurn).kept()).containsExactly(RUN);
        now = NOON.plus(Duration.ofHours(2));
        assertThat(other.mail(OTHER).take(otherTurn).waits()).isFalse();
    }

    @Test
    void aNoteThatCannotBeReadIsNamedAndTheOthersAreAnswered() {
        told(news());
        var notes = new ArrayList<>(other.mail(OTHER).take(otherTurn).leaving());
        var strange = new ServerNote(ServerNote.KEEPER, new ChainId(RUN, 1), Payload.of(new byte[] {1, 2, 3}));
        notes.addFirst(strange);
        var answered = keeper.asked(notes).take(keeperTurn);
        assertThat(answered.unreadable()).containsExactly(strange);
        assertThat(answered.leaving()).hasSize(1);
        assertThat(answered.counted()).isEqualTo(1);
    }
}
