/**
 * Where agents come in: one stream each, on which they take work, report it, and show who they are.
 */
@NullMarked
package io.tidewheel.server.endpoints.agents;

import org.jspecify.annotations.NullMarked;
