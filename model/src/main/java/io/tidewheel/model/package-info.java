/**
 * The nouns, their states and the ports. Runs are what users submit, with the fields of a submission; lanes group their chains for the scheduler; chains are leased to the
 * sessions of agents. Depends on the JDK alone and reads no clock.
 */
@NullMarked
package io.tidewheel.model;

import org.jspecify.annotations.NullMarked;
