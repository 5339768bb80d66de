/**
 * Workflows: reads what was submitted, with all complaints at once, and turns the chains that a workflow unfolds into into work for agents, and
 * their reports back into the values of its variables. What is known of earlier runs, where files are kept, and the iterative jobs inside of
 * workflows come in through {@link io.tidewheel.controllers.workflows.EarlierRuns}, {@link io.tidewheel.controllers.workflows.FileAddresses} and
 * {@link io.tidewheel.controllers.workflows.JobNodes}.
 */
@NullMarked
package io.tidewheel.controllers.workflows;

import org.jspecify.annotations.NullMarked;
