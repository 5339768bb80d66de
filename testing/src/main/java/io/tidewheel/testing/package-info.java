/**
 * What the tests of several folders need: a real PostgreSQL, started and stopped by the tests themselves.
 */
@NullMarked
package io.tidewheel.testing;

import org.jspecify.annotations.NullMarked;
