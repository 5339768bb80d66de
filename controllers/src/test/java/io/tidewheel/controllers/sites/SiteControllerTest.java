package io.tidewheel.controllers.sites;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.balancing.PartitionState;
import io.tidewheel.controllers.ControllerTurn;
import io.tidewheel.controllers.DrivenRun;
import io.tidewheel.controllers.jobs.JobController;
import io.tidewheel.controllers.jobs.JobControllers;
import io.tidewheel.controllers.jobs.KeptHistories;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import io.tidewheel.protocol.wire.JobDocument;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SiteControllerTest {
    private static final Instant NOON = Instant.parse("2026-05-01T12:00:00Z");
    private static final Duration SCALE_TIME = Duration.ofMinutes(1);
    private static final Duration GONE_AFTER = SCALE_TIME.multipliedBy(5);
    private static final SiteIdentity SITE = new SiteIdentity("site-1", 4, 4);
    private static final SiteCaller CALLER = new SiteCaller("pi", Optional.of(SITE.shown()));

    private Instant now = NOON;
    private JobController job = split();
    private SiteController sites = restarted();

    private final ControllerTurn turn = new ControllerTurn() {
        @Override
        public Instant now() {
            return now;
        }

        @Override
        public Optional<DrivenRun> find(RunId run) {
            return Optional.empty();
        }

        @Override
        public Collection<DrivenRun> timed() {
            return List.of();
        }

        @Override
        public boolean holds(SessionId agent, ChainId chain, int attempt) {
            return false;
        }
    };

    private JobController split() {
        var document = JobDocument.newBuilder()
                .setIterations(100)
                .setPartitions(2)
                .setMostPartitions(2)
                .setForeignId("pi")
                .build();
        return (JobController) new JobControllers(KeptHistories.NONE, () -> now)
                .prepare(document)
                .opening()
                .apply(new RunId(7));
    }

    /** A server that knows the job, and no site. */
    private SiteController restarted() {
        var fresh = new SiteController(new SiteRules(SCALE_TIME, false), now, _ -> {});
        fresh.entered(job);
        return fresh;
    }

    private void tickAt(Duration since) {
        now = NOON.plus(since);
        sites.tick(turn);
    }

    private PartitionState state() {
        return job.job().partitions().getFirst().state();
    }

    @BeforeEach
    void begin() {
        sites.reports().start(turn, CALLER, 0, Duration.ZERO);
    }

    @Test
    void whoBeginsWhatWasOfferedLongAgoHasItAllTheSame() {
        assertThat(job.job().partitions().getFirst().site()).isEqualTo(SITE.shown());
        var other = new SiteCaller("pi", Optional.of("site-2"));
        assertThat(sites.reports().finish(turn, other, 0, 50)).isEqualTo(new SiteAnswer.NotYours());
    }

    @Test
    void aPartitionIsGivenUpWhoseSiteDoesNotShowItselfAfterARestart() {
        sites = restarted();
        tickAt(Duration.ofSeconds(1));
        tickAt(GONE_AFTER);
        assertThat(state()).isInstanceOf(PartitionState.Running.class);
        tickAt(GONE_AFTER.plusSeconds(11));
        assertThat(state()).isInstanceOf(PartitionState.Queued.class);
    }

    @Test
    void itIsNotIfTheSiteCalls() {
        sites = restarted();
        tickAt(Duration.ofSeconds(1));
        tickAt(GONE_AFTER);
        sites.update(turn, SITE, OptionalInt.empty(), OptionalInt.empty());
        tickAt(GONE_AFTER.plusSeconds(11));
        assertThat(state()).isInstanceOf(PartitionState.Running.class);
    }

    @Test
    void norAreItsResultsAwaitedForeverWhenItHasSaidGoodbye() {
        sites.register(turn, SITE);
        sites.reports().finish(turn, CALLER, 0, 50);
        sites.disconnect(turn, SITE);
        tickAt(Duration.ofSeconds(1));
        assertThat(state()).isInstanceOf(PartitionState.Finished.class);
        tickAt(GONE_AFTER.plusSeconds(11));
        assertThat(state()).isInstanceOf(PartitionState.Queued.class);
    }

    @Test
    void aResultThatIsLateIsLookedForSinceAnotherServerMayHaveBeenBroughtIt() {
        sites.looked("pi");
        sites.reports().finish(turn, CALLER, 0, 50);
        tickAt(Duration.ofSeconds(20));
        assertThat(sites.unlooked()).isEmpty();
        tickAt(Duration.ofSeconds(40));
        assertThat(sites.unlooked()).containsExactly("pi");
        sites.reports().stored(turn, "pi", 0);
        sites.looked("pi");
        tickAt(Duration.ofSeconds(60));
        assertThat(sites.unlooked()).isEmpty();
    }
}
