/** What the SQL databases have in common, tried apart from them. */
@NullMarked
package io.tidewheel.storage.sql;

import org.jspecify.annotations.NullMarked;
