/** Tests of the agent, with a server of our own at the other end. */
@NullMarked
package io.tidewheel.agent;

import org.jspecify.annotations.NullMarked;
