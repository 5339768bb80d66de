package io.tidewheel.server.notices;

import io.tidewheel.autoscaling.Plan;
import io.tidewheel.engine.FleetSettings;
import io.tidewheel.engine.FleetStatus;
import io.tidewheel.model.Archive;
import io.tidewheel.model.Money;
import io.tidewheel.model.Notice;
import io.tidewheel.model.NoticeKind;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.Setup;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Finds what there is to tell about budgets and setups, by comparing how the fleet stands with how it stood. Used by one thread. */
final class FleetNotices {
    /** In hundredths of a budget, the highest first. */
    private static final int[] STEPS = {100, 80, 50};

    private final Archive archive;
    private final Map<String, Integer> reached = new HashMap<>();
    private final Set<String> broken = new HashSet<>();

    FleetNotices(Archive archive) {
        this.archive = archive;
    }

    void look(FleetSettings settings, FleetStatus status, Instant now, Consumer<Notice> found) {
        if (!status.leading()) return;
        for (var spending : status.spendings()) owner(spending, now).ifPresent(found);
        status.runs().forEach((run, spending) -> run(run, spending, now).ifPresent(found));
        reached.keySet().retainAll(present(status, now));
        for (var setup : settings.setups()) setup(setup, status, now).ifPresent(found);
    }

    private static Set<String> present(FleetStatus status, Instant now) {
        var present = new HashSet<String>();
        for (var spending : status.spendings()) present.add(id(spending, now));
        for (var run : status.runs().keySet()) present.add("budget-run-" + run.number());
        return present;
    }

    private static String id(Plan.Spending spending, Instant now) {
        long interval = Math.max(1, spending.interval().toSeconds());
        return "budget-%s-%d"
                .formatted(
                        NoticeService.idPart(spending.owner().name()), Math.floorDiv(now.getEpochSecond(), interval));
    }

    private Optional<Notice> owner(Plan.Spending spending, Instant now) {
        var id = id(spending, now);
        var used = spending.budget().minus(spending.left());
        var step = newStep(id, spending.budget(), used);
        return step.map(percent -> Notice.ofOwner(
                id + "-" + percent,
                NoticeKind.BUDGET_USED,
                now,
                spending.owner(),
                "%d %% of the budget of %s are used: %s of %s"
                        .formatted(percent, spending.owner(), used, spending.budget()),
                facts(percent, spending.budget(), used)));
    }

    private Optional<Notice> run(RunId run, FleetStatus.RunSpending spending, Instant now) {
        var id = "budget-run-" + run.number();
        var step = newStep(id, spending.budget(), spending.spent());
        if (step.isEmpty()) return Optional.empty();
        return archive.run(run).map(known -> ofRun(known, id, step.get(), spending, now));
    }

    private static Notice ofRun(RunRecord run, String id, int percent, FleetStatus.RunSpending spending, Instant now) {
        return new Notice(
                id + "-" + percent,
                NoticeKind.BUDGET_USED,
                now,
                Optional.of(run.spec().owner()),
                Optional.of(run.id()),
                run.spec().labels(),
                "%d %% of the budget of run %d (%s) are used: %s of %s"
                        .formatted(percent, run.id().number(), run.spec().name(), spending.spent(), spending.budget()),
                facts(percent, spending.budget(), spending.spent()));
    }

    private static SortedMap<String, String> facts(int percent, Money budget, Money used) {
        return new TreeMap<>(
                Map.of("percent", Integer.toString(percent), "budget", budget.toString(), "used", used.toString()));
    }

    /** The highest step that is reached, if none as high was before. */
    private Optional<Integer> newStep(String id, Money budget, Money used) {
        int now = 0;
        for (int step : STEPS) if (now == 0 && !budget.isZero() && percent(used, budget) >= step) now = step;
        if (now <= reached.getOrDefault(id, 0)) return Optional.empty();
        reached.put(id, now);
        return Optional.of(now);
    }

    private static double percent(Money used, Money budget) {
        return used.amount()
                .movePointRight(2)
                .divide(budget.amount(), 6, RoundingMode.FLOOR)
                .doubleValue();
    }

    private Optional<Notice> setup(Setup setup, FleetStatus status, Instant now) {
        var breaker = status.breakers().get(setup.id());
        if (breaker == null || !breaker.isLocked(setup.creation())) {
            broken.remove(setup.id());
            return Optional.empty();
        }
        if (!broken.add(setup.id())) return Optional.empty();
        return Optional.of(Notice.ofServer(
                "setup-%s-%d".formatted(NoticeService.idPart(setup.id()), now.getEpochSecond()),
                NoticeKind.SETUP_BROKEN,
                now,
                "no machines of setup %s are made for now: %s".formatted(setup.id(), breaker.sentence(setup, now)),
                Map.of("setup", setup.id(), "reason", breaker.reason())));
    }
}
