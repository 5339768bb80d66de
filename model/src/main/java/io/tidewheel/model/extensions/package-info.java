/**
 * Steep's extension points: what a site may add to how its workflows are cut, run and understood, by programs or classes of its own. Here is what
 * they are called and what they promise; nothing here runs one.
 */
@NullMarked
package io.tidewheel.model.extensions;

import org.jspecify.annotations.NullMarked;
