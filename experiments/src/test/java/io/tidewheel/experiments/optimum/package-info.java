@NullMarked
package io.tidewheel.experiments.optimum;

import org.jspecify.annotations.NullMarked;
