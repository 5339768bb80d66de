/**
 * What the tests of several folders need: a real PostgreSQL, started and stopped by the tests themselves, and a real podman
 * with images of its own.
 */
@NullMarked
package io.tidewheel.testing;

import org.jspecify.annotations.NullMarked;
