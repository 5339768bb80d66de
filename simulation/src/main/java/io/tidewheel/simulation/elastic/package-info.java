/**
 * An elastic fleet under virtual time: users with budgets submit workflows, machines are bought, boot, work, idle and go, and the policies
 * of {@code autoscaling} decide which. Tasks find machines through the placement of {@code scheduling}, or through the whole engine on a store
 * in memory; or all that a server is plays, with the fleet service, and only the cloud behind its machine port is simulated. What came of
 * it is measured as the PFA report measures it. Everything follows from a seed.
 */
@NullMarked
package io.tidewheel.simulation.elastic;

import org.jspecify.annotations.NullMarked;
