package io.tidewheel.model;

/** Where a machine stands. The order is part of the stores' format. */
public enum MachineState {
    /** The machine has been decided on, and is being made. */
    CREATING,
    /** The machine is there and is being prepared, until an agent of it joins. */
    PROVISIONING,
    /** An agent of it has joined. */
    RUNNING,
    /** The machine's agents finish what they run and get nothing more. */
    DRAINING,
    /** The machine is being taken away. */
    DESTROYING,
    /** The machine is gone, as it should be. */
    DESTROYED,
    /** The machine is gone, and never was of use or was lost: the reason says why. */
    ERROR;

    private static final MachineState[] ALL = values();

    public static MachineState of(int ordinal) {
        return ALL[ordinal];
    }

    public boolean isFinal() {
        return this == DESTROYED || this == ERROR;
    }

    /** Whether the machine is on its way, and will offer something. */
    public boolean isStarting() {
        return this == CREATING || this == PROVISIONING;
    }

    /** Whether the machine is there or will be, and is not being given up. */
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
