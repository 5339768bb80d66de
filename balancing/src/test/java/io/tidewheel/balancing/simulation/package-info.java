/** Sites and programs of changing speed under virtual time, to try a balancer on. */
@NullMarked
package io.tidewheel.balancing.simulation;

import org.jspecify.annotations.NullMarked;
