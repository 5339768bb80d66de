@NullMarked
package io.tidewheel.simulation.whatif;

import org.jspecify.annotations.NullMarked;
