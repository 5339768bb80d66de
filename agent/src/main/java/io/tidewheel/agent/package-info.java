/**
 * The program on a machine: it opens one connection, says what it offers, and runs the process chains it is sent.
 */
@NullMarked
package io.tidewheel.agent;

import org.jspecify.annotations.NullMarked;
