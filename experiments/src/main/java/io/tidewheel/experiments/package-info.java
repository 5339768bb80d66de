/**
 * Questions of papers and of our own, answered under virtual time: the experiments on the Performance-Feedback Autoscaler and of TaScaaS done
 * again, the best schedule that a solver finds, and worlds in which everything fails. No part of the product knows them.
 */
@NullMarked
package io.tidewheel.experiments;

import org.jspecify.annotations.NullMarked;
