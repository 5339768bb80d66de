package io.tidewheel.controllers.jobs;

import io.tidewheel.model.SessionId;

/** Who was last heard to work on a partition. */
record PartitionWorker(SessionId session, int chain, int attempt) {}
