/**
 * The adapters of the stores: embedded SQLite for one server, PostgreSQL for several. One contract test holds for both.
 */
@NullMarked
package io.tidewheel.storage;

import org.jspecify.annotations.NullMarked;
