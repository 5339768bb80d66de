package io.tidewheel.balancing.hint;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DemandHintTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final Duration SCALE_TIME = Duration.ofSeconds(300);
    private static final SiteCapacity TEN_OF_TWENTY = new SiteCapacity(10, 20);

    private final DemandHint first = DemandHint.first(SCALE_TIME, NOON);

    @Test
    void whatATargetNeedsGetsASlotAtOnce() {
        assertThat(first.looked(TEN_OF_TWENTY, demand(8, 6, 0), NOON).requiredCapacity())
                .isEqualTo("0.7");
        assertThat(first.looked(TEN_OF_TWENTY, demand(8, 60, 0), NOON).requiredCapacity())
                .isEqualTo("1");
    }

    @Test
    void whatHasTimeIsDoneOneAfterTheOther() {
        var quick = new SiteDemand(10, 0, 100, Duration.ofSeconds(6));
        assertThat(first.looked(TEN_OF_TWENTY, quick, NOON).requiredCapacity()).isEqualTo("0.55");
        var unknown = new SiteDemand(10, 0, 4, Duration.ZERO);
        assertThat(first.looked(TEN_OF_TWENTY, unknown, NOON).requiredCapacity())
                .isEqualTo("0.7");
    }

    @Test
    void itShrinksByAFifthPerScaleTimeAndNeverBelowWhatRuns() {
        var idle = first.looked(TEN_OF_TWENTY, demand(0, 0, 0), NOON.plusSeconds(10));
        assertThat(idle.requiredCapacity()).as("no scale time has passed").isEqualTo("0.5");
        var smaller = idle.looked(TEN_OF_TWENTY, demand(0, 0, 0), NOON.plusSeconds(300));
        assertThat(smaller.requiredCapacity()).isEqualTo("0.4");
        var same = smaller.looked(new SiteCapacity(8, 20), demand(0, 0, 0), NOON.plusSeconds(400));
        assertThat(same.requiredCapacity()).isEqualTo("0.4");
        var busy = smaller.looked(new SiteCapacity(8, 20), demand(7, 0, 0), NOON.plusSeconds(600));
        assertThat(busy.requiredCapacity()).isEqualTo("0.35");
    }

    @Test
    void itStaysSmallerWhileSitesHaveNotFollowedYet() {
        var smaller = first.looked(TEN_OF_TWENTY, demand(0, 0, 0), NOON.plusSeconds(300));
        var later = smaller.looked(TEN_OF_TWENTY, demand(0, 0, 0), NOON.plusSeconds(301));
        assertThat(later.requiredCapacity()).isEqualTo("0.4");
        var again = later.looked(TEN_OF_TWENTY, demand(0, 0, 0), NOON.plusSeconds(600));
        assertThat(again.requiredCapacity()).isEqualTo("0.32");
    }

    @Test
    void withoutSitesItIsUnknown() {
        assertThat(first.looked(new SiteCapacity(0, 0), demand(1, 1, 1), NOON).requiredCapacity())
                .isEqualTo("-1");
    }

    @Test
    void itSaysWhy() {
        assertThat(first.looked(TEN_OF_TWENTY, demand(8, 6, 1), NOON).why())
                .isEqualTo("running: 8, waiting with a target time: 6, waiting without one: 1");
    }

    private static SiteDemand demand(long running, long urgent, long patient) {
        return new SiteDemand(running, urgent, patient, Duration.ZERO);
    }
}
