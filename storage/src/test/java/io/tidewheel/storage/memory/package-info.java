/** Holds the database in memory to the contract. */
@NullMarked
package io.tidewheel.storage.memory;

import org.jspecify.annotations.NullMarked;
