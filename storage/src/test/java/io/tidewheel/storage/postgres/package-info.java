/** Holds PostgreSQL to the contract, and to what only a shared database promises. A real server is started for it. */
@NullMarked
package io.tidewheel.storage.postgres;

import org.jspecify.annotations.NullMarked;
