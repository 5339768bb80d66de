/**
 * Workflows on this server: reads what was submitted, with all complaints at once, and turns the chains that a workflow unfolds into into
 * work for agents, and their reports back into the values of its variables. Also what runs have to do with earlier ones: retries, what is taken
 * over, and temporary files that nobody needs any more.
 */
@NullMarked
package io.tidewheel.server.workflows;

import org.jspecify.annotations.NullMarked;
