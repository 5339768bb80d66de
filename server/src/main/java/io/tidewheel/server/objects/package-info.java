/**
 * Addresses of objects that say by themselves what may be done with them. Whoever holds one may fetch or bring that one object, up to that
 * size, until that moment, and needs no token for it.
 */
@NullMarked
package io.tidewheel.server.objects;

import org.jspecify.annotations.NullMarked;
