package io.tidewheel.simulation.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.autoscaling.elastic.MachineType;
import io.tidewheel.model.Billing;
import io.tidewheel.model.Money;
import io.tidewheel.model.Owner;
import io.tidewheel.model.WorkTime;
import io.tidewheel.simulation.elastic.BootTimes;
import io.tidewheel.simulation.elastic.NamedPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WhatIfTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final MachineType PLAIN = MachineType.of("plain", new Billing(money(1), MINUTE), 10);

    @Test
    void moreMoneyIsFasterUntilNothingWaits() {
        var offers = bag(4).curve(Optional.empty());
        assertThat(offers).extracting(WhatIf.Offer::takes).contains(Duration.ofSeconds(120), Duration.ofSeconds(30));
        assertThat(WhatIf.fastest(offers).orElseThrow().takes()).isEqualTo(Duration.ofSeconds(30));
        assertThat(WhatIf.cheapestInTime(offers, Duration.ofSeconds(60))
                        .orElseThrow()
                        .cost())
                .isEqualTo(money(2));
        assertThat(WhatIf.cheapestInTime(offers, Duration.ofSeconds(20))).isEmpty();
    }

    @Test
    void noOfferGoesBeyondTheBudget() {
        var offers = bag(8).curve(Optional.of(money(3)));
        assertThat(offers).allSatisfy(offer -> assertThat(offer.budget()).isLessThanOrEqualTo(money(3)));
        assertThat(offers.getLast().budget()).isEqualTo(money(3));
    }

    @Test
    void aBudgetThatBuysNoMachineIsSaidAtOnce() {
        assertThatThrownBy(() -> bag(1).curve(Optional.of(new Money(new BigDecimal("0.5")))))
                .hasMessage("a budget of 0.5 per 1m buys no machine: the cheapest costs up to 1 in that time");
    }

    @Test
    void machinesWithoutAPriceAreRefused() {
        var free = MachineType.of("free", new Billing(Money.ZERO, MINUTE), 10);
        assertThatThrownBy(() -> new WhatIf(
                        graph(known(1)),
                        List.of(free),
                        List.of(NamedPolicy.of("leap")),
                        MINUTE,
                        Duration.ZERO,
                        Map.of(),
                        List.of(),
                        1))
                .hasMessageContaining("free have no price");
    }

    @Test
    void whatIsGuessedIsCounted() {
        var known = new KnownTimes("two", Duration.ofSeconds(10));
        known.add("a", "known", OptionalDouble.of(5));
        known.add("b", "unknown", OptionalDouble.empty());
        known.edge("a", "b");
        known.edge("elsewhere", "b");
        assertThat(known.guessed()).isEqualTo(1);
        assertThat(known.timed(1).ideal()).isEqualTo(15);
    }

    @Test
    void stepsOfOneChainAreOneTask() {
        var known = new KnownTimes("pipes", Duration.ofSeconds(10));
        known.join(List.of("a", "b"));
        known.add("a", "first", OptionalDouble.of(5));
        known.add("b", "second", OptionalDouble.of(7));
        known.add("c", "last", OptionalDouble.of(1));
        known.edge("a", "b");
        known.edge("b", "c");
        assertThat(known.size()).isEqualTo(2);
        assertThat(known.timed(1).ideal()).isEqualTo(13);
        assertThat(known.timed(1).shape().kind(0)).isEqualTo("first+second");
    }

    @Test
    void whatWasLearnedBeforeIsKnownToPoliciesThatLearn() {
        // Whoever takes them for short lets them wait for the first machine rather than for one that boots.
        var tasks = new KnownTimes("few", MINUTE);
        tasks.add("first", "short", OptionalDouble.of(1));
        for (int i = 0; i < 4; i++) {
            tasks.add("t" + i, "long", OptionalDouble.of(100));
            tasks.edge("first", "t" + i);
        }
        var unknown = takes(tasks, List.of());
        assertThat(takes(tasks, List.of(learned("long", Duration.ofSeconds(100)))))
                .isLessThan(unknown);
        assertThat(takes(tasks, List.of(learned("other", Duration.ofSeconds(1)))))
                .isEqualTo(unknown);
    }

    @Test
    void machinesThatAreMadeAtOnceTakeAsLongAsWasSeen() {
        var seen = new BootTimes(new TreeMap<>(Map.of(1, Duration.ofSeconds(5), 3, Duration.ofSeconds(20))));
        assertThat(List.of(1, 2, 3, 9).stream().map(seen::with))
                .containsExactly(
                        Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(20), Duration.ofSeconds(20));
        var leap = NamedPolicy.of("leap");
        var whatIf = new WhatIf(
                graph(known(4)),
                List.of(PLAIN),
                List.of(leap),
                MINUTE,
                Duration.ZERO,
                Map.of("plain", seen),
                List.of(),
                1);
        assertThat(whatIf.play(leap, money(10)).takes()).isEqualTo(Duration.ofSeconds(50));
        assertThat(whatIf.play(leap, money(1)).takes()).isEqualTo(Duration.ofSeconds(125));
    }

    private static WorkTime learned(String kind, Duration took) {
        return new WorkTime(new Owner("ada"), "plain", kind, 1, took, Instant.EPOCH);
    }

    private static Duration takes(KnownTimes tasks, List<WorkTime> learned) {
        var leap = NamedPolicy.of("leap");
        var booting = new MachineType("plain", PLAIN.billing(), 10, Duration.ofSeconds(30), 1);
        return new WhatIf(graph(tasks), List.of(booting), List.of(leap), MINUTE, Duration.ZERO, Map.of(), learned, 1)
                .play(leap, money(10))
                .takes();
    }

    @Test
    void machinesMayBePaidForDifferentTimesAndTheBudgetIsForItsOwn() {
        var hourly = MachineType.of("hourly", new Billing(money(2), Duration.ofHours(1)), 10);
        var whatIf = new WhatIf(
                new ForecastWork.Graph(known(4).timed(2), 0),
                List.of(PLAIN, hourly),
                List.of(NamedPolicy.of("leap"), NamedPolicy.of("plf")),
                Duration.ofHours(1),
                Duration.ZERO,
                Map.of(),
                List.of(),
                1);
        // A machine at 1 per minute may cost 60 in an hour, one at 2 per hour costs 2.
        assertThatThrownBy(() -> whatIf.play(NamedPolicy.of("leap"), money(1)))
                .hasMessage("a budget of 1 per 1h buys no machine: the cheapest costs up to 2 in that time");
        assertThat(whatIf.play(NamedPolicy.of("leap"), money(2)))
                .isEqualTo(new WhatIf.Offer("leap", true, money(2), Duration.ofSeconds(120), money(2)));
        assertThat(whatIf.curve(Optional.of(money(8))))
                .allSatisfy(offer -> assertThat(offer.policy()).isEqualTo("leap"));
        assertThat(whatIf.notPlayed()).singleElement().asString().contains("the policy plf is not played");
    }

    @Test
    void onlyWhatAServerTakesIsRecommended() {
        var whatIf = new WhatIf(
                graph(known(4)),
                List.of(PLAIN),
                List.of(NamedPolicy.of("plf"), NamedPolicy.of("leap")),
                MINUTE,
                Duration.ZERO,
                Map.of(),
                List.of(),
                1);
        var offers = whatIf.curve(Optional.of(money(4)));
        assertThat(offers).extracting(WhatIf.Offer::policy).contains("plf", "leap");
        assertThat(WhatIf.fastest(offers).orElseThrow().policy()).isEqualTo("leap");
        assertThat(WhatIf.cheapestInTime(offers, MINUTE.multipliedBy(5))
                        .orElseThrow()
                        .policy())
                .isEqualTo("leap");
    }

    private static ForecastWork graph(KnownTimes known) {
        return new ForecastWork.Graph(known.timed(1), known.guessed());
    }

    private static WhatIf bag(int tasks) {
        return new WhatIf(
                graph(known(tasks)),
                List.of(PLAIN),
                List.of(NamedPolicy.of("leap")),
                MINUTE,
                Duration.ZERO,
                Map.of(),
                List.of(),
                1);
    }

    private static KnownTimes known(int tasks) {
        var known = new KnownTimes("bag", MINUTE);
        for (int i = 0; i < tasks; i++) known.add("t" + i, "kind", OptionalDouble.of(30));
        return known;
    }

    private static Money money(int amount) {
        return new Money(BigDecimal.valueOf(amount));
    }
}
