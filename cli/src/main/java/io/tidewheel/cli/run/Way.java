package io.tidewheel.cli.run;

import io.tidewheel.cli.text.Format;
import java.time.Duration;
import java.util.Optional;

/** How the user wants to see a run. */
record Way(Format format, boolean detach, Optional<Duration> timeout, boolean logs) {}
