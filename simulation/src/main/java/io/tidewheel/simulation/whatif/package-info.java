/**
 * What would be if: how long a workflow would take and what it would cost with some policy and budget, played under virtual time by the code
 * that would really run it.
 */
@NullMarked
package io.tidewheel.simulation.whatif;

import org.jspecify.annotations.NullMarked;
