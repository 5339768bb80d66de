/**
 * The embedded database: one SQLite file in a data folder, for one server. Commits are written by one connection and are on the disk when
 * they return; the archive reads through connections of its own and never waits for a commit.
 */
@NullMarked
package io.tidewheel.storage.embedded;

import org.jspecify.annotations.NullMarked;
