/**
 * The same engine under virtual time: simulated agents, a faulty world, and the oracles that judge what happened.
 */
@NullMarked
package io.tidewheel.lab;

import org.jspecify.annotations.NullMarked;
