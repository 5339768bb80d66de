package io.tidewheel.cli.run;

import io.tidewheel.model.RunId;

/** What a run in this process does. */
sealed interface Doing {
    /** One command, once: its output and exit code are ours. */
    boolean isSingle();

    /** Something new. */
    record New(Wanted wanted) implements Doing {
        @Override
        public boolean isSingle() {
            return wanted.isSingle();
        }
    }

    /** What was left unfinished when a process or a machine ended too early. */
    record Resumed(RunId run) implements Doing {
        @Override
        public boolean isSingle() {
            return false;
        }
    }
}
