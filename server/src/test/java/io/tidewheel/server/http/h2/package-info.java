@NullMarked
package io.tidewheel.server.http.h2;

import org.jspecify.annotations.NullMarked;
