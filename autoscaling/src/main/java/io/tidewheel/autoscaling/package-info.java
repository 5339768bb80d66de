/**
 * What is seen of work and machines goes in, a plan for machines comes out, with reasons. Pure: no policy reads a clock or starts anything,
 * and what a policy remembers is a value that it returns.
 */
@NullMarked
package io.tidewheel.autoscaling;

import org.jspecify.annotations.NullMarked;
