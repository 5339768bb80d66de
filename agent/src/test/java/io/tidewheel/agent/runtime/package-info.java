/** Tests of the ways of running a command that need no agent. */
@NullMarked
package io.tidewheel.agent.runtime;

import org.jspecify.annotations.NullMarked;
