package io.tidewheel.model;

import java.time.Instant;

/** Who changed what, and when. */
public record AuditEntry(Instant at, String who, String action, String target, String detail) {}
