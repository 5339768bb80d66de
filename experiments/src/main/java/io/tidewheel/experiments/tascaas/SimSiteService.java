package io.tidewheel.experiments.tascaas;

import io.tidewheel.balancing.hint.ScaleHint;
import io.tidewheel.balancing.hint.Site;
import io.tidewheel.balancing.hint.SiteDemand;
import io.tidewheel.balancing.hint.SiteRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** What the sites talk to: the jobs, the order in which their parts are handed out, the registry of sites and the hint. */
final class SimSiteService {
    private static final int MOST_SITES = 1_000;

    /** A part on its way to a site. */
    record HandedOut(JobLog job, int part) {}

    private final BalancingMode manner;
    private final Function<SimJobSpec, JobSide> sides;
    private final List<JobLog> jobs = new ArrayList<>();
    private SiteRegistry book;
    private ScaleHint hint;

    SimSiteService(BalancingMode manner, Function<SimJobSpec, JobSide> sides, Duration scaleTime) {
        this.manner = manner;
        this.sides = sides;
        this.book = SiteRegistry.empty(scaleTime, MOST_SITES);
        this.hint = manner.hint(scaleTime, DefaultJobSide.at(0));
    }

    void submit(SimJobSpec plan) {
        jobs.add(new JobLog(plan, sides.apply(plan)));
    }

    List<JobLog> jobs() {
        return jobs;
    }

    void register(String site, int slots, int mostSlots, long now) {
        book = book.register(new Site(site, slots, mostSlots, DefaultJobSide.at(now)));
    }

    /** A site asks how much of it is wanted: the fraction of its slots, as text. */
    String update(String site, OptionalInt slots, long now) {
        book = book.heard(site, slots, OptionalInt.empty(), DefaultJobSide.at(now))
                .orElse(book);
        look(now);
        return hint.requiredCapacity();
    }

    /** A site asks for parts. */
    List<HandedOut> take(String site, int most, long now) {
        book = book.heard(site, DefaultJobSide.at(now)).orElse(book);
        look(now);
        var taken = new ArrayList<HandedOut>();
        while (taken.size() < most) {
            var job = next();
            if (job.isEmpty()) break;
            var part = job.get().side().take(now);
            if (part.isEmpty()) break;
            taken.add(new HandedOut(job.get(), part.getAsInt()));
        }
        hint = hint.dispatched(taken.size());
        return taken;
    }

    /** TaScaaS hands out what was queued last; otherwise the job comes first that has least, and of those the oldest. */
    private Optional<JobLog> next() {
        var waiting = jobs.stream().filter(job -> job.side().waiting() > 0);
        if (manner == BalancingMode.ORIGINAL) {
            return waiting.max(Comparator.comparingLong(job -> job.side().waitingSince()));
        }
        return waiting.min(Comparator.comparingInt((JobLog job) -> job.side().running())
                .thenComparingLong(job -> job.plan().submitted()));
    }

    private void look(long now) {
        hint = hint.looked(book.capacity(DefaultJobSide.at(now)), demand(), DefaultJobSide.at(now));
    }

    private SiteDemand demand() {
        long running = 0;
        long urgent = 0;
        long patient = 0;
        for (var job : jobs) {
            running += job.side().running();
            if (job.side().isUrgent()) urgent += job.side().waiting();
            else patient += job.side().waiting();
        }
        return new SiteDemand(running, urgent, patient, Duration.ZERO);
    }

    /** How many slots the hint asks for, of those of the sites that are heard of; negative if it asks for nothing. */
    double required(long now) {
        double fraction = Double.parseDouble(hint.requiredCapacity());
        return fraction < 0
                ? -1
                : fraction * book.capacity(DefaultJobSide.at(now)).mostSlots();
    }

    void tick(long now) {
        for (var job : jobs) if (!job.side().isOver()) job.side().tick(now);
        look(now);
    }
}
