@NullMarked
package io.tidewheel.server.endpoints.tascaas;

import org.jspecify.annotations.NullMarked;
