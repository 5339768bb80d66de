@NullMarked
package io.tidewheel.simulation.workloads;

import org.jspecify.annotations.NullMarked;
