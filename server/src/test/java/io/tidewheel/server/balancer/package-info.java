@NullMarked
package io.tidewheel.server.balancer;

import org.jspecify.annotations.NullMarked;
