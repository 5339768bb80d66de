package io.tidewheel.model;

import java.util.Arrays;
import java.util.Optional;

/** What people outside are told of. */
public enum NoticeKind {
    RUN_SUCCEEDED("run.succeeded"),
    RUN_FAILED("run.failed"),
    RUN_CANCELLED("run.cancelled"),
    /** A run was cancelled at its deadline. */
    RUN_LATE("run.late"),
    /** A large part of a budget is spent or set aside. */
    BUDGET_USED("budget.used"),
    AGENT_LOST("agent.lost"),
    /** Machines of a setup cannot be made. */
    SETUP_BROKEN("setup.broken"),
    DISK_FULL("disk.full"),
    /** Somebody tries whether it arrives. */
    TEST("test");

    private final String word;

    NoticeKind(String word) {
        this.word = word;
    }

    /** The word for this kind in files and messages. */
    public String word() {
        return word;
    }

    public static Optional<NoticeKind> of(String word) {
        return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
    }
}
