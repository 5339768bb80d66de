package io.tidewheel.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ValuesTest {
    @Test
    void capabilitySetsAreEqualWhateverTheirOrder() {
        assertThat(Capabilities.parse(" gpu, docker,gpu")).isEqualTo(Capabilities.of("docker", "gpu"));
        assertThat(Capabilities.of("b", "a").toString()).isEqualTo("a,b");
        assertThat(Capabilities.parse("")).isEqualTo(Capabilities.NONE);
    }

    @Test
    void anAgentCoversWhatItOffersFully() {
        var offers = Capabilities.of("docker", "gpu");
        assertThat(offers.covers(Capabilities.NONE)).isTrue();
        assertThat(offers.covers(Capabilities.of("gpu"))).isTrue();
        assertThat(offers.covers(Capabilities.of("gpu", "fpga"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a,,b", ",", "a\nb"})
    void namesThatAreNoneAreRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Capabilities.parse(text))
                .withMessageContaining("capability");
    }

    @Test
    void arraysCountTheirValues() {
        var odd = IndexRange.parse("1-1_000:2");
        assertThat(odd.count()).isEqualTo(500);
        assertThat(odd.value(499)).isEqualTo(999);
        assertThat(IndexRange.parse("7")).isEqualTo(new IndexRange(7, 7, 1));
        assertThat(IndexRange.parse(odd.toString())).isEqualTo(odd);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "1-", "-1", "5-1", "1-10:0", "1-999999999999", "1-99999999999999999999"})
    void impossibleArraysAreRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IndexRange.parse(text))
                .withMessageContaining("array");
    }

    @Test
    void theDelayGrowsUpToItsLimit() {
        var policy = new RetryPolicy(5, Duration.ofSeconds(1), 3, Duration.ofSeconds(20));
        assertThat(List.of(policy.delayAfter(1), policy.delayAfter(2), policy.delayAfter(3), policy.delayAfter(4)))
                .containsExactly(
                        Duration.ofSeconds(1), Duration.ofSeconds(3), Duration.ofSeconds(9), Duration.ofSeconds(20));
        assertThat(policy.delayAfter(1_000)).isEqualTo(Duration.ofSeconds(20));
        assertThat(policy.allowsAnother(4)).isTrue();
        assertThat(policy.allowsAnother(5)).isFalse();
        assertThat(new RetryPolicy(RetryPolicy.FOREVER, Duration.ZERO, 1, Duration.ZERO).allowsAnother(1_000_000))
                .isTrue();
    }

    @Test
    void aRunIsCheckedWhenItIsMade() {
        var owner = new Owner("ada");
        assertThatIllegalArgumentException().isThrownBy(() -> RunSpec.tasks(owner, " "));
        assertThatIllegalArgumentException().isThrownBy(() -> RunSpec.tasks(owner, "two\nlines"));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        RunSpec.tasks(owner, "x").with(SubmissionField.LABELS, new TreeMap<>(Map.of("bad key", "v"))))
                .withMessageContaining("bad key");
        assertThatIllegalArgumentException().isThrownBy(() -> new Owner("../etc"));
        assertThatIllegalArgumentException().isThrownBy(() -> new RunId(0));
    }

    @Test
    void timersGoOffInOrderAndSeeTheirMoment() {
        var time = new VirtualTime(Instant.EPOCH);
        var seen = new ArrayList<String>();
        time.after(
                Duration.ofSeconds(2), () -> seen.add("late " + time.instant().getEpochSecond()));
        time.after(Duration.ofSeconds(1), () -> {
            seen.add("first " + time.instant().getEpochSecond());
            time.after(
                    Duration.ofSeconds(1),
                    () -> seen.add("last " + time.instant().getEpochSecond()));
        });
        time.jumpWall(Duration.ofHours(1));
        time.advance(Duration.ofSeconds(5));
        assertThat(seen).containsExactly("first 3601", "late 3602", "last 3602");
        assertThat(time.nanos()).isEqualTo(Duration.ofSeconds(5).toNanos());
        assertThat(time.isIdle()).isTrue();
    }
}
