package io.tidewheel.model.extensions;

/** An extension did not answer, or said that it cannot. The text names it. */
public final class ExtensionFailure extends Exception {
    private static final long serialVersionUID = 1L;

    public ExtensionFailure(String message) {
        super(message);
    }
}
