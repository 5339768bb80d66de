package io.tidewheel.controllers.workflows;

import io.tidewheel.workflow.Complaint;

/** A complaint, and the file it is about. */
public record FileComplaint(String file, Complaint complaint) {}
