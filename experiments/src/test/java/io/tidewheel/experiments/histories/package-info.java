@NullMarked
package io.tidewheel.experiments.histories;

import org.jspecify.annotations.NullMarked;
