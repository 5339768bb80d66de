package io.tidewheel.experiments.cluster;

import io.tidewheel.model.RunFilter;
import io.tidewheel.model.VirtualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * A cluster of many databases under virtual time. Each second tasks end, work comes, the engines do what there is to do, and where agents may be
 * lent, idle ones leave cells in which nothing waits for those in which most does.
 */
public final class ClusterLab {
    /** The part of all slots that finds work on average; the rest is what bursts need. */
    private static final double LOAD = 0.9;

    private static final double MEAN_TASK_SECONDS = 40;
    /** Until then the first tasks begin. */
    private static final int WARM_UP_SECONDS = 10;

    private static final int SPLIT_EVERY_SECONDS = 10;
    private static final int PAGE = 100;
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final ClusterSetting setting;
    private final VirtualTime time = new VirtualTime(START);
    private final List<ClusterCell> cells = new ArrayList<>();
    private final CellAgents agents;
    private final ClusterWork work;
    /** By owner and cell: tasks that were submitted and have not ended. */
    private final long[][] open;

    private long[][] openBefore;
    private double due;
    private long moves;
    private long busySlots;
    private double misplaced;
    private double unspent;
    private double unspentFollowing;
    private int splits;

    private ClusterLab(ClusterSetting setting) {
        this.setting = setting;
        RandomGenerator random = new SplittableRandom(setting.seed());
        this.agents = new CellAgents(setting.agents(), setting.servers(), random);
        this.work = new ClusterWork(setting, random);
        for (int i = 0; i < setting.servers(); i++) cells.add(new ClusterCell(i, agents, time, random));
        this.open = new long[ClusterWork.OWNERS][setting.servers()];
        this.openBefore = new long[ClusterWork.OWNERS][setting.servers()];
        // At the beginning there is as much as would keep everybody busy for a while.
        this.due = setting.agents();
    }

    public static ClusterFigures run(ClusterSetting setting) {
        var lab = new ClusterLab(setting);
        for (int agent = 0; agent < setting.agents(); agent++) lab.cell(agent).join(agent);
        for (int second = 0; second < setting.seconds(); second++) lab.step(second);
        return lab.figures();
    }

    private ClusterCell cell(int agent) {
        return cells.get(agents.cellOf(agent));
    }

    private void step(int second) {
        for (int agent : agents.takeEnding(second)) {
            open[agents.ownerOf(agent)][agents.cellOf(agent)]--;
            cell(agent).report(agent);
        }
        for (int agent = second % ClusterCell.HEARTBEAT_SECONDS;
                agent < agents.count();
                agent += ClusterCell.HEARTBEAT_SECONDS) cell(agent).heartbeat(agent);
        due += setting.agents() * LOAD / MEAN_TASK_SECONDS;
        while (due > 0) submit();
        for (var cell : cells) cell.turn(second);
        if (setting.lends()) lend();
        for (var cell : cells) cell.turn(second);
        if (second >= WARM_UP_SECONDS) look(second);
        time.advance(Duration.ofSeconds(1));
    }

    private void submit() {
        var next = work.next();
        cells.get(next.cell()).submit(next.run(), next.tasks());
        open[next.owner()][next.cell()] += next.tasks();
        due -= next.tasks();
    }

    /** Idle agents go to the cells that have more work than agents for it, each to the next one that still needs some. */
    private void lend() {
        int to = 0;
        var needed = new long[cells.size()];
        for (int i = 0; i < needed.length; i++) needed[i] = cells.get(i).waiting();
        for (int agent = agents.idle().nextSetBit(0);
                agent >= 0;
                agent = agents.idle().nextSetBit(agent + 1)) {
            if (needed[agents.cellOf(agent)] > 0) continue;
            while (to < needed.length && needed[to] <= 0) to++;
            if (to == needed.length) return;
            cell(agent).leave(agent);
            agents.move(agent, to);
            cells.get(to).join(agent);
            needed[to]--;
            moves++;
        }
    }

    private void look(int second) {
        var running = new double[ClusterWork.OWNERS];
        for (int agent = 0; agent < agents.count(); agent++) {
            if (agents.isIdle(agent)) continue;
            running[agents.ownerOf(agent)]++;
            busySlots++;
        }
        var demands = new double[ClusterWork.OWNERS];
        for (int owner = 0; owner < demands.length; owner++) for (long each : open[owner]) demands[owner] += each;
        double used = 0;
        for (double each : running) used += each;
        misplaced += EqualShares.misplaced(running, EqualShares.of(demands, used));
        if (second % SPLIT_EVERY_SECONDS == 0) splitBudgets(demands);
    }

    /** Each owner may pay for half of what there is to do; the budget is split among cells, equally or as the work was at the last split. */
    private void splitBudgets(double[] demands) {
        double budgets = 0;
        double equally = 0;
        double following = 0;
        for (int owner = 0; owner < demands.length; owner++) {
            double budget = demands[owner] / 2;
            double before = 0;
            for (long each : openBefore[owner]) before += each;
            budgets += budget;
            for (int cell = 0; cell < cells.size(); cell++) {
                equally += Math.min((double) open[owner][cell], budget / cells.size());
                double part = before == 0 ? 1.0 / cells.size() : openBefore[owner][cell] / before;
                following += Math.min((double) open[owner][cell], budget * part);
            }
            openBefore[owner] = open[owner].clone();
        }
        if (budgets == 0) return;
        unspent += 1 - equally / budgets;
        unspentFollowing += 1 - following / budgets;
        splits++;
    }

    private ClusterFigures figures() {
        int looks = Math.max(1, setting.seconds() - WARM_UP_SECONDS);
        double slots = (double) looks * agents.count();
        double seconds = setting.seconds() * 1e9;
        return new ClusterFigures(
                setting,
                cells.stream().mapToLong(ClusterCell::ended).sum(),
                busySlots / slots,
                moves,
                misplaced / looks,
                unspent / Math.max(1, splits),
                unspentFollowing / Math.max(1, splits),
                cells.stream().mapToLong(ClusterCell::busyNanos).max().orElse(0) / seconds,
                cells.stream().mapToLong(ClusterCell::busyNanos).sum() / seconds,
                cells.stream().mapToLong(ClusterCell::longestStepNanos).max().orElse(0) / 1_000_000,
                cells.stream()
                        .mapToLong(cell -> cell.archive()
                                .runs(RunFilter.ALL, Long.MAX_VALUE, PAGE)
                                .size())
                        .sum());
    }
}
