/** Runs of tasks: chains that the submitter brings, or one for each value of an array. */
@NullMarked
package io.tidewheel.controllers.tasks;

import org.jspecify.annotations.NullMarked;
