/** Workflows of other systems: WfCommons instances and Pegasus DAX files become a graph of tasks, and the graph a workflow of ours. */
@NullMarked
package io.tidewheel.workflow.imports;

import org.jspecify.annotations.NullMarked;
