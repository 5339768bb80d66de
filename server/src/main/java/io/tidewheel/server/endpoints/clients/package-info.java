/**
 * Where the Java library and the command line come in: tasks on a stream, and their results back on the same one.
 */
@NullMarked
package io.tidewheel.server.endpoints.clients;

import org.jspecify.annotations.NullMarked;
