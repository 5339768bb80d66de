/**
 * Iterative jobs as runs: how many partitions there are, what each is told, what counts, and when it is over. The decisions are those of
 * {@code balancing}; here they meet the engine, which runs the partitions as chains, and the agents, which tell how far they are. Nothing but
 * ends of chains needs to be durable: what runs is told again by whoever runs it. How a job went is kept as well, for people.
 * A {@code LiveJob} is a run of its own or, with the same code, a part of a workflow.
 */
@NullMarked
package io.tidewheel.server.jobs;

import org.jspecify.annotations.NullMarked;
