package io.tidewheel.balancing.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints the table of docs/jobs.md. */
public final class Figures {
    private Figures() {}

    public static void main(String[] args) {
        System.out.printf(
                Locale.ROOT,
                "%-28s %6s | %8s %5s %8s %8s | %8s %5s %8s %8s%n",
                "scenario",
                "target",
                "original",
                "parts",
                "executed",
                "uploaded",
                "ours",
                "parts",
                "executed",
                "uploaded");
        Scenario.table().forEach(Figures::line);
        for (long seed = 1; seed <= 5; seed++) line(Scenario.noisy(seed));
        noisy(100);
    }

    private static void line(Scenario scenario) {
        var original = scenario.asTheOriginal();
        var ours = scenario.withOurs();
        System.out.printf(
                Locale.ROOT,
                "%-28s %6d | %8d %5d %8.4f %8.4f | %8d %5d %8.4f %8.4f %s%n",
                scenario.name(),
                scenario.target(),
                original.makespan(),
                original.started(),
                original.executedOver(Scenario.TOTAL),
                original.uploadedOver(Scenario.TOTAL),
                ours.makespan(),
                ours.started(),
                ours.executedOver(Scenario.TOTAL),
                ours.uploadedOver(Scenario.TOTAL),
                original.over() && ours.over() ? "" : "NOT OVER");
    }

    private static void noisy(int seeds) {
        var ours = new ArrayList<World.Story>();
        var originals = new ArrayList<World.Story>();
        for (long seed = 1; seed <= seeds; seed++) {
            ours.add(Scenario.noisy(seed).withOurs());
            originals.add(Scenario.noisy(seed).asTheOriginal());
        }
        for (var stories : List.of(originals, ours)) {
            System.out.printf(
                    Locale.ROOT,
                    "%d noisy seeds: makespan %.0f mean, %d most; executed %.4f mean, %.4f most; uploaded %.4f least;"
                            + " started %.2f; in time %d%n",
                    seeds,
                    stories.stream().mapToLong(World.Story::makespan).average().orElse(0),
                    stories.stream().mapToLong(World.Story::makespan).max().orElse(0),
                    stories.stream()
                            .mapToDouble(each -> each.executedOver(Scenario.TOTAL))
                            .average()
                            .orElse(0),
                    stories.stream()
                            .mapToDouble(each -> each.executedOver(Scenario.TOTAL))
                            .max()
                            .orElse(0),
                    stories.stream()
                            .mapToDouble(each -> each.uploadedOver(Scenario.TOTAL))
                            .min()
                            .orElse(0),
                    stories.stream().mapToInt(World.Story::started).average().orElse(0),
                    stories.stream().filter(each -> each.makespan() <= 1_200).count());
        }
    }
}
