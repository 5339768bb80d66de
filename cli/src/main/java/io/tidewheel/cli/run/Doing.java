package io.tidewheel.cli.run;

import io.tidewheel.model.RunId;

/** What a run in this process does. */
sealed interface Doing {
    /** Something new. */
    record New(Wanted wanted) implements Doing {}

    /** What was left unfinished when a process or a machine ended too early. */
    record Resumed(RunId run) implements Doing {}

    /** One command, once: its output and exit code are ours. */
    default boolean isSingle() {
        return switch (this) {
            case New(var wanted) -> wanted.isSingle();
            case Resumed _ -> false;
        };
    }
}
