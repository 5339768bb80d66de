/**
 * Queues and idle agents in, placement with reasons out; retries and fair share. Pure: no clock, no thread, no file.
 */
@NullMarked
package io.tidewheel.scheduling;

import org.jspecify.annotations.NullMarked;
