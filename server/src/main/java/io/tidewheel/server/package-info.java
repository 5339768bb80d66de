/**
 * The program that wires engine and storage together and opens their endpoints. It decides nothing. Its packages lie in layers, and each knows
 * only those before it: {@code access} says who somebody is, {@code http} is the one entrance, {@code endpoints} has a package for each protocol
 * that comes in there, and {@code host} makes and starts all of them. The endpoints do not know each other.
 */
@NullMarked
package io.tidewheel.server;

import org.jspecify.annotations.NullMarked;
