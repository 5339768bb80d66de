package io.tidewheel.autoscaling.elastic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DemandCorrectionTest {
    /** Shares, prices, budget, demand; what the whole budget buys, what is wanted in the end, what that costs, how many steps it took. */
    @ParameterizedTest(name = "shares {0} of {2} at prices {1} for {3} machines")
    @CsvSource(delimiter = '|', textBlock = """
        0.5 0.5                             | 1 5   | 100 |  10 | 16 16 | 5 5    |  30 |  1
        0.5 0.5                             | 1 5   | 100 |  34 | 16 16 | 18 16  |  98 |  1
        0.5 0.5                             | 1 5   | 100 |  50 | 16 16 | 40 12  | 100 |  5
        0.5 0.5                             | 1 5   | 100 | 500 | 16 16 | 100 0  | 100 | 17
        0.75 0.25                           | 1 5   |  60 |  40 | 22 7  | 35 5   |  60 |  3
        0.5 0.5                             | 1 5   |   5 |   9 | 0 0   | 5 0    |   5 |  1
        0.5 0.5                             | 2 5   |   1 |   3 | 0 0   | 0 0    |   0 |  0
        1                                   | 3     |  10 |   9 | 3     | 3      |   9 |  0
        0.333333333 0.333333333 0.333333333 | 2 3 7 |  50 |  20 | 4 4 4 | 7 12 0 |  50 |  6
        """)
    void machinesAreFittedToTheDemand(
            String shares,
            String prices,
            double budget,
            long demand,
            String affordable,
            String machines,
            double cost,
            int steps) {
        var bought = DemandCorrection.affordable(numbers(shares), numbers(prices), budget);
        assertThat(bought).containsExactly(whole(affordable));
        var corrected = DemandCorrection.of(bought, numbers(prices), budget, noLimits(bought.length), demand);
        assertThat(corrected.machines())
                .isEqualTo(Arrays.stream(whole(machines)).boxed().toList());
        assertThat(cost(corrected.machines(), numbers(prices))).isEqualTo(cost);
        assertThat(corrected.steps()).hasSize(steps);
    }

    @Test
    void theStepsSayWhatWasDone() {
        var corrected = DemandCorrection.of(new int[] {4, 4, 4}, new double[] {2, 3, 7}, 50, noLimits(3), 20);
        assertThat(corrected.steps())
                .containsExactly(
                        "add 1 of type 0",
                        "swap 1 of type 2 for 2 of type 1",
                        "swap 1 of type 2 for 2 of type 1",
                        "swap 1 of type 2 for 3 of type 1",
                        "swap 1 of type 2 for 2 of type 1",
                        "swap 1 of type 1 for 2 of type 0");
        assertThat(DemandCorrection.of(new int[] {16, 16}, new double[] {1, 5}, 100, noLimits(2), 500)
                        .steps())
                .startsWith("add 4 of type 0")
                .endsWith("swap 1 of type 1 for 5 of type 0");
    }

    @Test
    void noMoreMachinesAreWantedThanThereAre() {
        var corrected = DemandCorrection.of(new int[] {16, 16}, new double[] {1, 5}, 100, new int[] {32, 32}, 50);
        assertThat(corrected.machines()).isEqualTo(List.of(32, 13));
        var few = DemandCorrection.of(new int[] {16, 16}, new double[] {1, 5}, 100, new int[] {8, 3}, 50);
        assertThat(few.machines()).isEqualTo(List.of(8, 3));
    }

    @Test
    void whateverIsAskedForTheBudgetIsKept() {
        for (long seed = 0; seed < 3_000; seed++) {
            var random = new Random(seed);
            int types = 1 + random.nextInt(5);
            var prices = random.doubles(types, 0.01, 20)
                    .map(each -> Math.round(each * 100) / 100.0)
                    .toArray();
            var shares = random.doubles(types, 0, 1).toArray();
            double budget = Math.round(random.nextDouble() * 20_000) / 100.0;
            var available = random.ints(types, 0, 200).toArray();
            long demand = random.nextInt(500);
            var corrected = DemandCorrection.of(
                    DemandCorrection.affordable(shares, prices, budget), prices, budget, available, demand);
            assertThat(cost(corrected.machines(), prices)).as("seed %d", seed).isLessThanOrEqualTo(budget + 1e-6);
            for (int type = 0; type < types; type++)
                assertThat(corrected.machines().get(type)).as("seed %d", seed).isBetween(0, available[type]);
        }
    }

    private static int[] noLimits(int types) {
        return Collections.nCopies(types, Integer.MAX_VALUE).stream()
                .mapToInt(each -> each)
                .toArray();
    }

    private static double cost(List<Integer> machines, double[] prices) {
        double cost = 0;
        for (int type = 0; type < prices.length; type++) cost += machines.get(type) * prices[type];
        return cost;
    }

    private static double[] numbers(String text) {
        return Arrays.stream(text.split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    private static int[] whole(String text) {
        return Arrays.stream(text.split(" ", -1)).mapToInt(Integer::parseInt).toArray();
    }
}
