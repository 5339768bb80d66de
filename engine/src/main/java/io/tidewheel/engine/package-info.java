/**
 * The services: look, decide with the pure folders, commit through the ports. Each has {@code runOnce}; the server turns
 * the crank with threads, the lab with virtual time.
 */
@NullMarked
package io.tidewheel.engine;

import org.jspecify.annotations.NullMarked;
