package io.tidewheel.agent;

import io.tidewheel.protocol.wire.Report;
import org.jspecify.annotations.Nullable;

/** A chain that has ended, and what is to be told of it: first its output, then its report. */
record FinishedChain(
        HeldChain chain, Report report, @Nullable TaskOutput output) {}
