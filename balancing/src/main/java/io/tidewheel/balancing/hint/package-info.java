/**
 * What foreign sites are told about how much of their capacity is wanted: the fraction of their slots that should be on. Which sites count is
 * decided by their last call. Pure, like the rest of balancing.
 */
@NullMarked
package io.tidewheel.balancing.hint;

import org.jspecify.annotations.NullMarked;
