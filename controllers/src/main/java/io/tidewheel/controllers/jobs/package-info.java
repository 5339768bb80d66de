/**
 * Iterative jobs: how many partitions there are, what each is told, what counts, and when it is over. The decisions are those of {@code balancing}; here
 * they meet the engine, which runs the partitions as chains, and what agents and sites tell. What counts is durable before anybody is told; how far a
 * partition is, how fast, and what it was told is written down shortly after ({@code RememberedPartition}), so that the balance goes on after a restart.
 * How a job went is kept as well, for people. A {@code JobController} is a run of its own or, with the same code, a part of a workflow.
 */
@NullMarked
package io.tidewheel.controllers.jobs;

import org.jspecify.annotations.NullMarked;
