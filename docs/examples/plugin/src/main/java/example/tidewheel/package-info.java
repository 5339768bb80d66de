/** An example of a plug-in: a runtime for agents, a policy and a notifier for servers, and a link for whoever reaches them. */
@NullMarked
package example.tidewheel;

import org.jspecify.annotations.NullMarked;
