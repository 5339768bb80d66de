package io.tidewheel.model;

import java.time.Instant;

/**
 * A notice on its way to one target.
 *
 * @param target the name of whoever is to be told
 * @param id that of the notice
 * @param attempts how often it was tried in vain
 * @param due when it is to be tried next
 */
public record QueuedNotice(String target, String id, Payload body, int attempts, Instant due) {}
