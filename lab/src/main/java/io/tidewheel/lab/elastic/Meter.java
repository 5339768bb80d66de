package io.tidewheel.lab.elastic;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Measures one user's demand, supply and spending over time, as curves that are constant between events. */
final class Meter {
    private record Charge(long at, double price) {}

    private final int machines;
    private final long window;
    private long last;
    int demand;
    int supply;
    int busy;
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

    /** @param machines all that there are in the system: the measures are shares of them */
    Meter(int machines, long window) {
        this.machines = machines;
        this.window = window;
    }

    /** To be called before anything changes: what was holds until now. */
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

    /** Remembers a payment. Answers what was paid in the time of one interval that ends now. */
    double charge(long now, double price) {
        spent += price;
        inWindow += price;
        recent.add(new Charge(now, price));
        while (!recent.isEmpty() && recent.peek().at <= now - window) inWindow -= recent.remove().price;
        mostInWindow = Math.max(mostInWindow, inWindow);
        int interval = (int) (now / window);
        while (perInterval.size() <= interval) perInterval.add(0.0);
        perInterval.set(interval, perInterval.get(interval) + price);
        return inWindow;
    }

    UserFigures figures(double budget, long tasks) {
        int intervals = Math.max(1, (int) Math.ceil(time * 1e9 / window));
        while (perInterval.size() < intervals) perInterval.add(0.0);
        return new UserFigures(
                budget,
                tasks,
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
