package io.tidewheel.controllers.jobs;

import java.time.Instant;

/**
 * The right of a foreign site to begin a partition until a moment.
 *
 * @param site as it is shown to people
 */
public record SiteOffer(String site, Instant until) {}
