/**
 * The program that wires engine and storage together and opens their endpoints. It decides nothing.
 */
@NullMarked
package io.tidewheel.server;

import org.jspecify.annotations.NullMarked;
