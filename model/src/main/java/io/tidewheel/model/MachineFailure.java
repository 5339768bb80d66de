package io.tidewheel.model;

/** A machine could not be made, prepared, taken away or found. Says which step failed, why, and what to do if that is known. */
public final class MachineFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public MachineFailure(String step, Throwable cause) {
        super(step + ": " + cause.getMessage(), cause);
    }

    public MachineFailure(String step) {
        super(step);
    }
}
