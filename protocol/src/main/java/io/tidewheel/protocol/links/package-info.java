/**
 * The seam between programs and the queue they work for: agents, clients and the command line reach it by {@link
 * io.tidewheel.protocol.links.QueueLinks} alone. The scheme of an address says who provides them; a server of ours behind {@code http} and
 * {@code https} is built in, and plug-ins may offer others.
 */
@NullMarked
package io.tidewheel.protocol.links;

import org.jspecify.annotations.NullMarked;
