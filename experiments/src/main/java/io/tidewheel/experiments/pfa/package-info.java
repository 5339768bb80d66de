/**
 * The experiments of the PFA report done again: every policy on the same workloads and budgets, what came of it beside what the report claims,
 * and an HTML file with the pictures.
 */
@NullMarked
package io.tidewheel.experiments.pfa;

import org.jspecify.annotations.NullMarked;
