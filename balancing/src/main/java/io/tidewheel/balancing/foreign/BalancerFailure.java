package io.tidewheel.balancing.foreign;

/** A foreign balancer cannot be used any more. */
public final class BalancerFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BalancerFailure(String message) {
        super(message);
    }

    public BalancerFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
