package io.tidewheel.cli.run;

import io.tidewheel.cli.text.OutputFormat;
import java.time.Duration;
import java.util.Optional;

/** How the user wants to see a run. */
record DisplayOptions(OutputFormat format, boolean detach, Optional<Duration> timeout, boolean logs) {}
