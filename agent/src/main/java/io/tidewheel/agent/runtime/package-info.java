/**
 * The ways of running a command: as a process, in a container, as a class inside the agent, or not really (noop, sleep). A slot has
 * one {@link io.tidewheel.agent.runtime.CommandRuntime} of each kind and calls it on its own thread; the runtime keeps the time
 * limits, heeds the {@link io.tidewheel.agent.runtime.StopSwitch} and returns how the command ended. Nothing here knows of servers.
 */
@NullMarked
package io.tidewheel.agent.runtime;

import org.jspecify.annotations.NullMarked;
