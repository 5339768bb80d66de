@NullMarked
package io.tidewheel.server.tascaas;

import org.jspecify.annotations.NullMarked;
