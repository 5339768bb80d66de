/**
 * Seeded bugs: small mistakes that somebody could make, put into copies of the sources one at a time, so that it can be told how many of them the
 * worlds of {@code lab faults} would notice. The product itself stays as it is.
 */
@NullMarked
package io.tidewheel.experiments.seeded;

import org.jspecify.annotations.NullMarked;
