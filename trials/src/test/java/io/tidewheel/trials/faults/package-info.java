/**
 * Faults in the real world: servers, agents and clients as processes of their own, which are killed, paused and cut off from each other,
 * and databases and disks that go away. Whether all went well is judged only by what a client saw, by what the tasks did, and by what the
 * server says in the end.
 */
@NullMarked
package io.tidewheel.trials.faults;

import org.jspecify.annotations.NullMarked;
