@NullMarked
package io.tidewheel.experiments.seeded;

import org.jspecify.annotations.NullMarked;
