/**
 * A database in plain collections, for simulations and tests: deterministic, fast, gone with the process. It keeps the same contract as
 * the durable ones, and it can be shared by several servers of one process.
 */
@NullMarked
package io.tidewheel.storage.memory;

import org.jspecify.annotations.NullMarked;
