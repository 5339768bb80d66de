/** What every extension promises, and what becomes of programs that break it. */
@NullMarked
package io.tidewheel.protocol.extensions;

import org.jspecify.annotations.NullMarked;
