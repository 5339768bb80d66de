package io.tidewheel.workflow;

import java.time.Duration;

/** How long something may last, and whether it has failed when it lasts longer; else it is cancelled. */
public record Timeout(Duration limit, boolean errorOnTimeout) {}
