/**
 * Keeps objects as files under a folder. One file is one object: a short head with its hash, then its content; it is written beside, made
 * durable, and moved to its place in one step.
 */
@NullMarked
package io.tidewheel.storage.objects;

import org.jspecify.annotations.NullMarked;
