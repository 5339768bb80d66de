/**
 * Who somebody is, by the token they show, and what a route asks of whoever uses it. Knows nothing of HTTP.
 */
@NullMarked
package io.tidewheel.server.access;

import org.jspecify.annotations.NullMarked;
