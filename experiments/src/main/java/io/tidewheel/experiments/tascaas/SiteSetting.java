package io.tidewheel.experiments.tascaas;

import java.util.Comparator;
import java.util.List;

/**
 * Sites and jobs: all that is given.
 *
 * @param scaleTime what sites are told they have to change their size, in seconds
 * @param outages when the server is down, where there is one
 */
public record SiteSetting(List<SimSiteSpec> sites, List<SimJobSpec> jobs, long scaleTime, List<ServerOutage> outages) {
    /** A result is there so long after its program has ended. */
    static final long UPLOAD_SECONDS = 2;

    private static final long NEVER = 1_000_000;

    /** The server is always there. */
    public SiteSetting(List<SimSiteSpec> sites, List<SimJobSpec> jobs, long scaleTime) {
        this(sites, jobs, scaleTime, List.of());
    }

    public SiteSetting {
        sites = List.copyOf(sites);
        outages = List.copyOf(outages);
        jobs = jobs.stream()
                .sorted(Comparator.comparingLong(SimJobSpec::submitted))
                .toList();
        if (sites.isEmpty() || jobs.isEmpty()) throw new IllegalArgumentException("there is at least a site and a job");
    }

    /** The same with programs that take a new number to the last. */
    SiteSetting listening() {
        return new SiteSetting(sites.stream().map(SimSiteSpec::listening).toList(), jobs, scaleTime, outages);
    }

    SiteSetting with(List<ServerOutage> other) {
        return new SiteSetting(sites, jobs, scaleTime, other);
    }

    int mostSlots() {
        return sites.stream().mapToInt(SimSiteSpec::mostSlots).sum();
    }

    /**
     * In how many seconds so many iterations can be done at best: by somebody who knows the future, uses every slot from the first moment its
     * site can start a program there, and loses nothing.
     */
    long leastSeconds(long iterations) {
        double done = 0;
        for (long second = 1; second < NEVER; second++) {
            for (var site : sites) done += speed(site, second);
            if (done >= iterations) return second + UPLOAD_SECONDS;
        }
        return NEVER;
    }

    private static double speed(SimSiteSpec site, long second) {
        double sum = 0;
        for (int slot = 0; slot < site.mostSlots(); slot++) {
            if (second > site.earliest(slot)) sum += site.speed().at(slot, second);
        }
        return sum;
    }
}
