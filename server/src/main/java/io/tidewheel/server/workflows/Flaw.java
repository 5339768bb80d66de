package io.tidewheel.server.workflows;

import io.tidewheel.workflow.Complaint;

/** A complaint, and the file it is about. */
public record Flaw(String file, Complaint complaint) {}
