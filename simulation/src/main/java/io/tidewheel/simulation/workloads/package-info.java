/**
 * What is simulated: workflows of which is known how long each task takes, drawn or read beforehand or unfolded while they are played, and the
 * order in which they arrive.
 */
@NullMarked
package io.tidewheel.simulation.workloads;

import org.jspecify.annotations.NullMarked;
