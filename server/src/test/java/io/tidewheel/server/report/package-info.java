@NullMarked
package io.tidewheel.server.report;

import org.jspecify.annotations.NullMarked;
