package io.tidewheel.model;

/** Where a machine stands. The order is part of the stores' format. */
public enum MachineState {
    /** It has been decided on, and is being made. */
    CREATING,
    /** It is there and is being prepared, until an agent of it joins. */
    PROVISIONING,
    /** An agent of it has joined. */
    RUNNING,
    /** Its agents finish what they run and get nothing more. */
    DRAINING,
    /** It is being taken away. */
    DESTROYING,
    /** It is gone, as it should be. */
    DESTROYED,
    /** It is gone, and never was of use or was lost: the reason says why. */
    ERROR;

    private static final MachineState[] ALL = values();

    public static MachineState of(int ordinal) {
        return ALL[ordinal];
    }

    public boolean isFinal() {
        return this == DESTROYED || this == ERROR;
    }

    /** It is on its way, and will offer something. */
    public boolean isStarting() {
        return this == CREATING || this == PROVISIONING;
    }

    /** It is there or will be, and is not being given up. */
    public boolean isWanted() {
        return isStarting() || this == RUNNING;
    }

    /** The same in the words of an elastic fleet, given whether the machine has work at the moment. */
    public Supply supply(boolean hasWork) {
        return switch (this) {
            case CREATING, PROVISIONING -> Supply.BOOTING;
            case RUNNING -> hasWork ? Supply.BUSY : Supply.IDLE;
            case DRAINING -> Supply.DRAINING;
            // What is being taken away offers nothing any more, but it is paid for until it is gone.
            case DESTROYING, DESTROYED, ERROR -> Supply.DOWN;
        };
    }

    /** How a machine counts as supply. */
    public enum Supply {
        DOWN,
        BOOTING,
        IDLE,
        BUSY,
        DRAINING
    }
}
