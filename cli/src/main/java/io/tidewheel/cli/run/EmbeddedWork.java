package io.tidewheel.cli.run;

import io.tidewheel.agent.runtime.ContainerSettings.ProbeTime;
import io.tidewheel.model.RunId;

/** What a run in this process does. */
sealed interface EmbeddedWork {
    /** One command, once: its output and exit code are ours. */
    boolean isSingle();

    /** How much of each output stream of a single command is kept. */
    long keptOutput(long usual);

    /** When the agent has to find out whether it can run containers. */
    ProbeTime probe();

    /** Something new. */
    record New(RunDraft wanted) implements EmbeddedWork {
        @Override
        public boolean isSingle() {
            return wanted.isSingle();
        }

        @Override
        public long keptOutput(long usual) {
            return wanted.keptOutput(usual);
        }

        /** Whether anybody can do the work is asked at once, so by then it must be known. */
        @Override
        public ProbeTime probe() {
            return wanted.requires("container") ? ProbeTime.BEFORE_START : ProbeTime.WHEN_NEEDED;
        }
    }

    /** What was left unfinished when a process or a machine ended too early. */
    record Resumed(RunId run) implements EmbeddedWork {
        @Override
        public boolean isSingle() {
            return false;
        }

        @Override
        public long keptOutput(long usual) {
            return usual;
        }

        @Override
        public ProbeTime probe() {
            return ProbeTime.DURING_START;
        }
    }
}
