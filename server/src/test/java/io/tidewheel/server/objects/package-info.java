/** Tests of the addresses of objects. */
@NullMarked
package io.tidewheel.server.objects;

import org.jspecify.annotations.NullMarked;
