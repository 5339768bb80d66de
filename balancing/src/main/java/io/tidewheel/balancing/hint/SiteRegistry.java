package io.tidewheel.balancing.hint;

import io.tidewheel.balancing.hint.Site.Presence;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The sites that have registered, the one longest unheard first. A value: each call of a site gives the next book. Sites that fell silent are kept,
 * so that they are welcome when they return; when the book is full, the one longest unheard is forgotten.
 *
 * @param scaleTime how long sites take to change their size
 */
public record SiteRegistry(Duration scaleTime, int most, Map<String, Site> sites) {
    public SiteRegistry {
        if (scaleTime.isNegative() || scaleTime.isZero()) {
            throw new IllegalArgumentException("the scale time is longer than nothing, not " + scaleTime);
        }
        if (most < 1) throw new IllegalArgumentException("a book holds at least 1 site, not " + most);
        sites = Collections.unmodifiableMap(new LinkedHashMap<>(sites));
    }

    public static SiteRegistry empty(Duration scaleTime, int most) {
        return new SiteRegistry(scaleTime, most, Map.of());
    }

    public SiteRegistry register(Site site) {
        var next = new LinkedHashMap<>(sites);
        next.remove(site.id());
        next.put(site.id(), site);
        if (next.size() > most) next.remove(next.firstEntry().getKey());
        return new SiteRegistry(scaleTime, most, next);
    }

    /** A site has called; empty if it never registered, or was forgotten. */
    public Optional<SiteRegistry> heard(String id, Instant now) {
        return heard(id, OptionalInt.empty(), OptionalInt.empty(), now);
    }

    /** A site has called and may have told its size. A size that cannot be is left as it was. */
    public Optional<SiteRegistry> heard(String id, OptionalInt slots, OptionalInt mostSlots, Instant now) {
        return find(id).map(site -> register(site.heard(now)
                .sized(
                        Math.max(0, slots.orElse(site.slots())),
                        mostSlots.orElse(0) > 0 ? mostSlots.getAsInt() : site.mostSlots())));
    }

    /** A site has said good-bye. */
    public SiteRegistry without(String id) {
        var next = new LinkedHashMap<>(sites);
        next.remove(id);
        return new SiteRegistry(scaleTime, most, next);
    }

    public Optional<Site> find(String id) {
        return Optional.ofNullable(sites.get(id));
    }

    public List<Site> with(Presence presence, Instant now) {
        return sites.values().stream()
                .filter(site -> site.presence(scaleTime, now) == presence)
                .toList();
    }

    /** What the active sites have. */
    public SiteCapacity capacity(Instant now) {
        long slots = 0;
        long mostSlots = 0;
        for (var site : with(Presence.ACTIVE, now)) {
            slots += site.slots();
            mostSlots += site.mostSlots();
        }
        return new SiteCapacity(slots, mostSlots);
    }
}
