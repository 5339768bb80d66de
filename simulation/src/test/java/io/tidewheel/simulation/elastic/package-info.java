@NullMarked
package io.tidewheel.simulation.elastic;

import org.jspecify.annotations.NullMarked;
