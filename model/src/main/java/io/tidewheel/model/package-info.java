/**
 * The nouns of Tidewheel, their states, ids and money, and the ports (stores, machines, objects, timers) through which
 * everything else reaches the world. Depends on the JDK alone; reads no clock and starts no thread.
 */
@NullMarked
package io.tidewheel.model;

import org.jspecify.annotations.NullMarked;
