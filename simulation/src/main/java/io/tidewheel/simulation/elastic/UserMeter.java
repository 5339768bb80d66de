package io.tidewheel.simulation.elastic;

import io.tidewheel.model.Money;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Measures one user's demand, supply and spending over time, as curves that are constant between events. */
final class UserMeter {
    private record Charge(long at, double price) {}

    private final double budget;
    private final int machines;
    private final long window;
    private final int[] supplyByType;
    private long last;
    int demand;
    int busy;
    long tasksDone;
    private int supply;
    private double time;
    private double countedTime;
    private double under;
    private double over;
    private double underTime;
    private double overTime;
    private double busyTime;
    private double suppliedTime;
    private double spent;
    private double inWindow;
    private double mostInWindow;
    private final Deque<Charge> recent = new ArrayDeque<>();
    private final List<Double> perInterval = new ArrayList<>();

    /**
     * A meter of a user.
     *
     * @param machines all that there are in the system: the measures are shares of them
     * @param types how many types of machines there are
     * @param interval the time that the budget is for
     */
    UserMeter(Money budget, int machines, int types, Duration interval) {
        this.budget = budget.amount().doubleValue();
        this.machines = machines;
        this.window = interval.toNanos();
        this.supplyByType = new int[types];
    }

    int supply() {
        return supply;
    }

    List<Integer> supplyByType() {
        return Arrays.stream(supplyByType).boxed().toList();
    }

    /** The user has got machines of a type, or fewer than none. */
    void got(int type, int more) {
        supply += more;
        supplyByType[type] += more;
    }

    /** Adds up what was the case until now; to be called before anything changes. */
    void until(long now) {
        double seconds = (now - last) / 1e9;
        last = now;
        if (seconds <= 0) return;
        time += seconds;
        busyTime += busy * seconds;
        suppliedTime += supply * seconds;
        if (demand > machines) return;
        countedTime += seconds;
        under += Math.max(0, demand - supply) * seconds / machines;
        over += Math.max(0, supply - demand) * seconds / machines;
        if (demand > supply) underTime += seconds;
        if (supply > demand) overTime += seconds;
    }

    /** Remembers a payment. Answers what is wrong with it: that more was paid than the budget in the time of one interval that ends now. */
    Optional<String> charge(long now, double price) {
        spent += price;
        inWindow += price;
        recent.add(new Charge(now, price));
        while (!recent.isEmpty() && recent.peek().at <= now - window) inWindow -= recent.remove().price;
        mostInWindow = Math.max(mostInWindow, inWindow);
        int interval = (int) (now / window);
        while (perInterval.size() <= interval) perInterval.add(0.0);
        perInterval.set(interval, perInterval.get(interval) + price);
        return inWindow > budget + 1e-9
                ? Optional.of("%s of %s is spent".formatted(inWindow, budget))
                : Optional.empty();
    }

    UserFigures figures() {
        int intervals = Math.max(1, (int) Math.ceil(time * 1e9 / window));
        while (perInterval.size() < intervals) perInterval.add(0.0);
        return new UserFigures(
                budget,
                tasksDone,
                share(under),
                share(over),
                share(underTime),
                share(overTime),
                time == 0 ? 0 : busyTime / time / machines,
                time == 0 ? 0 : suppliedTime / time / machines,
                spent / intervals,
                mostInWindow,
                spent,
                time,
                List.copyOf(perInterval));
    }

    private double share(double part) {
        return countedTime == 0 ? 0 : part / countedTime;
    }
}
