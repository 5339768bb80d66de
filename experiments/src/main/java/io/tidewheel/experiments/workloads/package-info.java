/**
 * Workloads of workflows to try policies on: generators for Montage, LIGO Inspiral and SIPHT after their published characterisations, graphs
 * from files, the rules that turn them into the workloads of the PFA report, and when they arrive. Everything follows from a seed.
 */
@NullMarked
package io.tidewheel.experiments.workloads;

import org.jspecify.annotations.NullMarked;
