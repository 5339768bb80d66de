@NullMarked
package io.tidewheel.experiments.pfa;

import org.jspecify.annotations.NullMarked;
