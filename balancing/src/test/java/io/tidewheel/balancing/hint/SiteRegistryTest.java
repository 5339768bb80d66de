package io.tidewheel.balancing.hint;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.balancing.hint.Site.Presence;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SiteRegistryTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final SiteRegistry BOOK =
            SiteRegistry.empty(Duration.ofSeconds(300), 3).register(new Site("one", 2, 8, NOON));

    @ParameterizedTest
    @CsvSource({"0, ACTIVE", "599, ACTIVE", "600, INACTIVE", "1499, INACTIVE", "1500, REMOVED"})
    void theLastCallDecidesWhetherASiteCounts(long seconds, Presence presence) {
        var now = NOON.plusSeconds(seconds);
        assertThat(BOOK.with(presence, now)).hasSize(1);
        assertThat(BOOK.capacity(now))
                .isEqualTo(presence == Presence.ACTIVE ? new SiteCapacity(2, 8) : new SiteCapacity(0, 0));
    }

    @Test
    void aSiteThatReturnsIsWelcome() {
        var later = NOON.plusSeconds(100_000);
        var back = BOOK.heard("one", later).orElseThrow();
        assertThat(back.with(Presence.ACTIVE, later)).containsExactly(new Site("one", 2, 8, later));
    }

    @Test
    void aSiteThatNeverCameOrHasLeftIsNotKnown() {
        assertThat(BOOK.heard("two", NOON)).isEmpty();
        assertThat(BOOK.without("one").heard("one", NOON)).isEmpty();
    }

    @Test
    void sizesThatCannotBeLeaveTheOldOnes() {
        var book = BOOK.heard("one", OptionalInt.of(5), OptionalInt.of(0), NOON).orElseThrow();
        assertThat(book.find("one")).contains(new Site("one", 5, 8, NOON));
        var negative =
                BOOK.heard("one", OptionalInt.of(-5), OptionalInt.empty(), NOON).orElseThrow();
        assertThat(negative.find("one")).contains(new Site("one", 0, 8, NOON));
    }

    @Test
    void aFullBookForgetsTheOneLongestUnheard() {
        var book = BOOK.register(new Site("two", 1, 1, NOON)).register(new Site("three", 1, 1, NOON));
        book = book.heard("one", NOON.plusSeconds(1)).orElseThrow();
        book = book.register(new Site("four", 1, 1, NOON));
        assertThat(book.sites().keySet()).containsExactly("three", "one", "four");
    }
}
