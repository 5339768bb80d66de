/**
 * RUPER-LB as it is, number for number: whole seconds, speeds and shares in single precision, its text protocol, its state files, and the way
 * TaScaaS calls it. Its oddities are kept on purpose, so that both can take over each other's work; what is better stands in the package above.
 */
@NullMarked
package io.tidewheel.balancing.exact;

import org.jspecify.annotations.NullMarked;
