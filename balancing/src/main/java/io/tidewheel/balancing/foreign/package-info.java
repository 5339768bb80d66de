/** A balancer in another program that speaks RUPER-LB's lines: what it can be asked, and how its answers are read. Starting it is for others. */
@NullMarked
package io.tidewheel.balancing.foreign;

import org.jspecify.annotations.NullMarked;
