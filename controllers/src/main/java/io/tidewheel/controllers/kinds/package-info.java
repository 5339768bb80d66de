/** The controllers of all kinds of runs, as a server hands them to its engine. */
@NullMarked
package io.tidewheel.controllers.kinds;

import org.jspecify.annotations.NullMarked;
