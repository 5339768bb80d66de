/**
 * A faulty world around the real engine, under virtual time: agents that die, pause and come back, messages that are lost, repeated, delayed
 * and overtaken, a server that is killed and restarted, a store that does a step and reports an error. Everything follows from a seed, and
 * after each step oracles check that nothing was lost, nothing was accepted twice, and nothing is stuck.
 */
@NullMarked
package io.tidewheel.experiments.faults;

import org.jspecify.annotations.NullMarked;
