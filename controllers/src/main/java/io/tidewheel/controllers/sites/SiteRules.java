package io.tidewheel.controllers.sites;

import java.time.Duration;

/**
 * What may be set about foreign sites.
 *
 * @param scaleTime how long they take to change their size
 * @param originalHint whether they are told TaScaaS's own hint, and not ours
 */
public record SiteRules(Duration scaleTime, boolean originalHint) {}
