package io.tidewheel.model.plugins;

/** A plug-in did what it must not do: it threw something that its port knows nothing of. The text says which plug-in, and what to do. */
public final class PluginFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public PluginFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
