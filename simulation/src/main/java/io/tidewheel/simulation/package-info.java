/**
 * The engine and the fleet under virtual time: what a workflow would take and cost, and how policies would have done, played by the code that
 * would really run it.
 */
@NullMarked
package io.tidewheel.simulation;

import org.jspecify.annotations.NullMarked;
