/** Tests of the REST interface over real HTTP on the loopback address, with an agent that only pretends to run commands. */
@NullMarked
package io.tidewheel.server.endpoints.rest;

import org.jspecify.annotations.NullMarked;
