@NullMarked
package io.tidewheel.lab.optimum;

import org.jspecify.annotations.NullMarked;
