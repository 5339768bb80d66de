/** Backups: one file with all that a database keeps and the large objects beside it, and a hash of it all. */
@NullMarked
package io.tidewheel.storage.backup;

import org.jspecify.annotations.NullMarked;
