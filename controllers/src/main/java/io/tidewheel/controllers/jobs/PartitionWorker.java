package io.tidewheel.controllers.jobs;

import io.tidewheel.model.SessionId;

/** The agent that was last heard to work on a partition, with its chain and attempt. */
record PartitionWorker(SessionId session, int chain, int attempt) {}
