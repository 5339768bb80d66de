/**
 * Workflows: reads what was submitted, with all complaints at once, and turns the chains that a workflow unfolds into into work for agents, and
 * their reports back into the values of its variables. What is known of earlier runs and where files are kept comes in through
 * {@link io.tidewheel.controllers.workflows.EarlierRuns} and {@link io.tidewheel.controllers.workflows.FileAddresses}. Iterative jobs inside of workflows
 * are those of {@code controllers.jobs}.
 */
@NullMarked
package io.tidewheel.controllers.workflows;

import org.jspecify.annotations.NullMarked;
