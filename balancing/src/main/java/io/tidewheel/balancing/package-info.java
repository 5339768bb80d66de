/**
 * Iterative jobs: reports of speed and a target time in, shares of the iterations, new partitions and estimates out, each with its reason. Pure: a
 * job is a value, each event makes the next one, and the time is an argument.
 */
@NullMarked
package io.tidewheel.balancing;

import org.jspecify.annotations.NullMarked;
