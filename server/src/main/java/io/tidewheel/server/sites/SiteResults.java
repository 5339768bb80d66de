package io.tidewheel.server.sites;

import io.tidewheel.model.ObjectFacts;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.server.objects.ObjectOwners;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What foreign sites have brought for a job. */
public final class SiteResults {
    private static final int PAGE = 1_000;

    private SiteResults() {}

    /** The result of a partition. */
    public record SiteResult(int partition, ObjectFacts facts) {}

    /** All of a job, by partition. */
    public static List<SiteResult> of(ObjectStore objects, String job) {
        var found = new ArrayList<SiteResult>();
        var prefix = ObjectOwners.SITE_RESULTS + job + "/";
        var page = objects.list(prefix, Optional.empty(), PAGE);
        while (!page.isEmpty()) {
            for (var facts : page)
                SiteObjects.resultOf(facts.name())
                        .ifPresent(result -> found.add(new SiteResult(result.worker(), facts)));
            page = objects.list(prefix, Optional.of(page.getLast().name()), PAGE);
        }
        found.sort(Comparator.comparingInt(SiteResult::partition));
        return found;
    }

    public static Optional<ObjectFacts> of(ObjectStore objects, String job, int partition) {
        return objects.find(SiteObjects.result(job, partition));
    }
}
