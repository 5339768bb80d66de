package io.tidewheel.model;

/**
 * An entry of the audit log where it stands.
 *
 * @param number later entries have greater numbers; some may be left out
 */
public record NumberedEntry(long number, AuditEntry entry) {}
