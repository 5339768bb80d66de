/**
 * The audit log is sealed in blocks, each with a code over its entries and the seal before, under a key that the database does not have. Whoever
 * changes, removes or adds entries afterwards is found out. Pure but for the store that is handed in.
 */
@NullMarked
package io.tidewheel.model.audit;

import org.jspecify.annotations.NullMarked;
