package io.tidewheel.model;

/** The store could not do a step; whether it was done is unknown. Says which step, and what to do if that is known. */
public final class StoreFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StoreFailure(String step, Throwable cause) {
        super(step + ": " + cause.getMessage(), cause);
    }

    public StoreFailure(String step) {
        super(step);
    }
}
