package io.tidewheel.model;

import java.time.Instant;

/** A change or a refusal: who, what, and when. */
public record AuditEntry(Instant at, String who, String action, String target, String detail) {}
