/**
 * Reads the JSON of requests strictly and within limits, and writes that of answers; also what else all answers have in common, as pages and
 * ranges.
 */
@NullMarked
package io.tidewheel.server.http.json;

import org.jspecify.annotations.NullMarked;
