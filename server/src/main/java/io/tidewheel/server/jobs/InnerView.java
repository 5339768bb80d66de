package io.tidewheel.server.jobs;

/**
 * A job inside of a workflow, for people.
 *
 * @param action what it is called there
 * @param state QUEUED, RUNNING, SUCCEEDED, FAILED or CANCELLED
 */
public record InnerView(String action, String state, JobView job) {}
