/** Runs a foreign balancer as a child process and talks to it in lines. */
@NullMarked
package io.tidewheel.server.balancer;

import org.jspecify.annotations.NullMarked;
