/** An example of a plug-in: a runtime for agents, a policy and a notifier for servers, a link for whoever reaches them, and an adapter for workflows. */
@NullMarked
package example.tidewheel;

import org.jspecify.annotations.NullMarked;
