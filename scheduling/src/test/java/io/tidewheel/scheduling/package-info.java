@NullMarked
package io.tidewheel.scheduling;

import org.jspecify.annotations.NullMarked;
