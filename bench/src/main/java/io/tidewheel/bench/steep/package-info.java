/**
 * The four experiments of the paper on Steep's scheduling by capabilities, done again with a real server and real agents: what is
 * submitted, the run, what must hold afterwards, the picture of the agents' work, and a table beside what is known of the paper.
 */
@NullMarked
package io.tidewheel.bench.steep;

import org.jspecify.annotations.NullMarked;
