package io.tidewheel.controllers.sites;

import io.tidewheel.balancing.hint.Site;
import io.tidewheel.balancing.hint.SiteRegistry;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which of the sites that have partitions are gone: those that fell silent, and those that have not shown themselves since a restart made us forget them, or
 * since they said good-bye. For these the time is counted from when they were missed first.
 */
final class SiteAbsences {
    private final Map<String, Instant> missedSince = new HashMap<>();

    /**
     * @param holders those that have partitions, as they are shown to others; an empty name is somebody of whom nothing is known
     * @return those that are gone
     */
    Set<String> gone(Set<String> holders, SiteRegistry registry, Instant now) {
        var known = new HashMap<String, Site>();
        for (var site : registry.sites().values()) known.put(SiteIdentity.shown(site.id()), site);
        missedSince.keySet().retainAll(holders);
        missedSince.keySet().removeAll(known.keySet());
        var gone = new HashSet<String>();
        for (var name : holders) {
            var site = known.containsKey(name) ? known.get(name) : missed(name, now);
            if (site.presence(registry.scaleTime(), now) == Site.Presence.REMOVED) gone.add(name);
        }
        return gone;
    }

    private Site missed(String name, Instant now) {
        return new Site(name, 0, 1, missedSince.computeIfAbsent(name, _ -> now));
    }
}
