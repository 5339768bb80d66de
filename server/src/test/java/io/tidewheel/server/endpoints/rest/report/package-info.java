@NullMarked
package io.tidewheel.server.endpoints.rest.report;

import org.jspecify.annotations.NullMarked;
