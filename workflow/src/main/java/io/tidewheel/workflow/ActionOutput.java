package io.tidewheel.workflow;

/**
 * What a service or macro produces.
 *
 * @param prefix begins the name of the file; empty for none, absolute if it starts with a slash
 * @param store whether it is a result of the workflow, to be kept, and not a temporary file
 */
public record ActionOutput(String id, String variable, String prefix, boolean store, SourcePlace place) {}
