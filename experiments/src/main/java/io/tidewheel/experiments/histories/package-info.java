/**
 * Histories of what clients and agents asked for and were told, and a checker that says whether there is an order in which all of it could have
 * happened one after the other: whether the whole system, with all its servers, is as good as a single one that does one thing at a time.
 */
@NullMarked
package io.tidewheel.experiments.histories;

import org.jspecify.annotations.NullMarked;
