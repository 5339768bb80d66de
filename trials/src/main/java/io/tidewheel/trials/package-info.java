/**
 * Tests of the whole: the rules all folders obey, and faults with real processes. There is nothing here but tests.
 */
@NullMarked
package io.tidewheel.trials;

import org.jspecify.annotations.NullMarked;
