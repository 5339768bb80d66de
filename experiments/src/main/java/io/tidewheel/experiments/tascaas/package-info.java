/**
 * The experiments with which TaScaaS was measured, again and under virtual time: sites with slots that run its daemon, programs that follow RUPER-LB's
 * client, machines that become slower, fall silent, die and return. The server's side is the production code of balancing, {@code JobBalancer}, the
 * exact balancer, {@code SiteBook} and the hints; and once more the whole of it: in {@code SimJobEngine} the server's job controller hands out parts as
 * chains of the real engine. Everything follows from a seed, and nothing waits.
 */
@NullMarked
package io.tidewheel.experiments.tascaas;

import org.jspecify.annotations.NullMarked;
