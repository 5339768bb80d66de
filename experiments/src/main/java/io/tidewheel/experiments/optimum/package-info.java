/**
 * The best that can be: scheduling workflows on machines of several types within a budget per billing interval, as a model for a solver that
 * knows everything beforehand. It finds a schedule, and proves how far it can be from the best one.
 */
@NullMarked
package io.tidewheel.experiments.optimum;

import org.jspecify.annotations.NullMarked;
