package io.tidewheel.model;

/** Somebody could not be told. The text says who, and why not. */
public final class NotifierFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean lasting;

    private NotifierFailure(String message, boolean lasting) {
        super(message);
        this.lasting = lasting;
    }

    /** A failure after which another attempt may succeed. */
    public static NotifierFailure forNow(String message) {
        return new NotifierFailure(message, false);
    }

    /** A failure that every attempt for this notice would have. */
    public static NotifierFailure forGood(String message) {
        return new NotifierFailure(message, true);
    }

    public boolean isLasting() {
        return lasting;
    }
}
