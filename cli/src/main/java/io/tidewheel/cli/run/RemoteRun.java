package io.tidewheel.cli.run;

import io.tidewheel.cli.config.Target;
import io.tidewheel.cli.text.Console;

/** A run on a server. If this process goes, the run goes on. */
final class RemoteRun {
    RemoteRun(Console console, Target.Remote server, Wanted wanted, Way way) {}

    int run() {
        return 1;
    }
}
