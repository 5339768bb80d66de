/**
 * PostgreSQL, for several servers at a time. One connection commits for the engine, one listens for what other servers tell, a pool
 * answers the archive. Which server lives is told by the database's clock.
 */
@NullMarked
package io.tidewheel.storage.postgres;

import org.jspecify.annotations.NullMarked;
