package io.tidewheel.balancing.exact;

/** The numbers with which RUPER-LB tells what is wrong, as far as its text server uses them. */
public final class RuperCode {
    public static final int OK = 0;
    public static final int WORKER_RANGE = 3;
    public static final int NOT_STARTED = 5;
    public static final int WORKER_FINISHED = 12;
    public static final int CANNOT_WRITE = 25;
    public static final int TASK_FINISHED = 26;
    public static final int UNEXPECTED_FORMAT = 29;
    public static final int CANNOT_READ = -1;

    private RuperCode() {}
}
