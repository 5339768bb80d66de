/**
 * A small Java client library: batches of tasks out, results as they come back.
 */
@NullMarked
package io.tidewheel.client;

import org.jspecify.annotations.NullMarked;
