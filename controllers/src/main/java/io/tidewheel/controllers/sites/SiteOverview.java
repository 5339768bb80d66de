package io.tidewheel.controllers.sites;

import io.tidewheel.balancing.hint.Site;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The sites that are not removed, and what they are told. */
public record SiteOverview(String requiredCapacity, String why, Duration scaleTime, List<SiteRow> sites) {
    public SiteOverview {
        sites = List.copyOf(sites);
    }

    /** One site; its name is cut, for the whole of it is a key. */
    public record SiteRow(
            String id, Site.Presence presence, int slots, int mostSlots, Instant heard, int running, int leased) {}
}
