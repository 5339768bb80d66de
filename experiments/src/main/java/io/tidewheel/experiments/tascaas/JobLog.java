package io.tidewheel.experiments.tascaas;

import java.util.ArrayList;
import java.util.List;

/** A job while it is simulated: its side of the server, and what became of its work, known to nobody but the simulation. */
final class JobLog {
    private final SimJobSpec plan;
    private final JobSide side;
    private final List<ProgramExchange> said = new ArrayList<>();
    private final List<SimJobResult.Moment> moments = new ArrayList<>();
    private long began = -1;
    private long enough = -1;
    private long ended = -1;
    private double executed;
    private long uploaded;
    private int started;
    private int atWork;
    private int mostAtWork;

    JobLog(SimJobSpec plan, JobSide side) {
        this.plan = plan;
        this.side = side;
    }

    SimJobSpec plan() {
        return plan;
    }

    JobSide side() {
        return side;
    }

    int atWork() {
        return atWork;
    }

    void began(long now) {
        if (began < 0) began = now;
        started++;
        atWork++;
        mostAtWork = Math.max(mostAtWork, atWork);
    }

    void executed(double iterations) {
        executed += iterations;
    }

    void uploaded(long iterations, long now) {
        uploaded += iterations;
        if (enough < 0 && uploaded >= plan.iterations()) enough = now;
        ended = now;
        atWork--;
    }

    /** A result came that does not count any more. */
    void refused(long now) {
        ended = now;
        atWork--;
    }

    void died() {
        atWork--;
    }

    void said(ProgramExchange words) {
        said.add(words);
    }

    void look(long now) {
        if (began >= 0 && (atWork > 0 || side.waiting() > 0)) {
            moments.add(new SimJobResult.Moment(now, atWork, side.waiting(), side.estimate(now)));
        }
    }

    SimJobResult story(boolean over) {
        return new SimJobResult(
                plan, began, enough, ended, Math.round(executed), uploaded, started, mostAtWork, over, said, moments);
    }
}
