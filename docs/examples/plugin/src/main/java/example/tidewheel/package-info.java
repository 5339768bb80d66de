/** An example of a plug-in: a runtime for agents, and a policy for servers. */
@NullMarked
package example.tidewheel;

import org.jspecify.annotations.NullMarked;
