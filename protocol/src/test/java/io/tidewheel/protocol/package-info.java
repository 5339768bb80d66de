/** How links behave, on sockets and in memory alike. */
@NullMarked
package io.tidewheel.protocol;

import org.jspecify.annotations.NullMarked;
