package io.tidewheel.lab.tascaas;

import java.util.List;
import java.util.Locale;

/** One job at the same sites, split once, and balanced by the original and by the default balancer. */
public record Contest(String name, JobStory split, JobStory original, JobStory ours, long least) {
    static Contest of(String name, Setting setting) {
        return new Contest(
                name,
                Simulation.of(setting, Manner.SPLIT).only(),
                Simulation.of(setting, Manner.ORIGINAL).only(),
                Simulation.of(setting, Manner.DEFAULT).only(),
                setting.leastSeconds(setting.jobs().getFirst().iterations()));
    }

    /** How much less time the default balancer takes than a split, as a fraction. */
    public double saved() {
        return 1 - (double) ours.seconds() / split.seconds();
    }

    public double savedByTheOriginal() {
        return 1 - (double) original.seconds() / split.seconds();
    }

    List<Check> checks() {
        return List.of(
                new Check(
                        name + ": nothing is missing, at most 1 % is done in vain",
                        !ours.isShort() && ours.executedOver() <= Trial.MOST_EXECUTED,
                        String.format(Locale.ROOT, "executed %.4f, uploaded %.4f", ours.executedOver(), ours.uploadedOver())),
                new Check(
                        name + ": it takes no longer than the original",
                        ours.seconds() <= original.seconds(),
                        "%d s, original %d s, split %d s".formatted(ours.seconds(), original.seconds(), split.seconds())));
    }
}
