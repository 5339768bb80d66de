package io.tidewheel.controllers.sites;

import io.tidewheel.balancing.hint.Site;
import java.time.Instant;

/**
 * A site that has shown who it is.
 *
 * @param id the whole of it is a key
 * @param slots with which it registered
 * @param mostSlots at most
 */
public record SiteIdentity(String id, int slots, int mostSlots) {
    private static final int SHOWN = 16;

    /** The part that may be shown to people: with the whole of it they could act as the site. */
    public static String shown(String id) {
        return id.length() > SHOWN ? id.substring(0, SHOWN) : id;
    }

    public String shown() {
        return shown(id);
    }

    Site heard(Instant now) {
        return new Site(id, slots, mostSlots, now);
    }
}
