package io.tidewheel.autoscaling.elastic;

import java.time.Instant;

/**
 * An owner who has work and money for a machine, and none.
 *
 * @param since when that was first seen
 * @param isPromised whether somebody else's machine was let go for him: its place is kept until he has it
 */
record WaitingOwner(Instant since, boolean isPromised) {}
