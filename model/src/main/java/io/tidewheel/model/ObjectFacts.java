package io.tidewheel.model;

import java.time.Instant;

/**
 * An object that is kept: its name, how many bytes it has, and their hash.
 *
 * @param since when it was brought, or renewed
 */
public record ObjectFacts(ObjectName name, long size, Sha256 sha256, Instant since) {}
