/**
 * Asks Steep's extension points: programs that speak JSON, a line for each call and answer, and classes; with limits for all they may do wrong.
 */
@NullMarked
package io.tidewheel.protocol.extensions;

import org.jspecify.annotations.NullMarked;
