/** Tests of backups. */
@NullMarked
package io.tidewheel.storage.backup;

import org.jspecify.annotations.NullMarked;
