/** Tests of how workflows become chains, and of what runs take over from earlier ones. */
@NullMarked
package io.tidewheel.server.workflows;

import org.jspecify.annotations.NullMarked;
