package io.tidewheel.model.plugins;

/**
 * Something about a plug-in that cannot be used.
 *
 * @param source its jar or folder
 * @param kind what it was to offer; empty if nobody knows
 * @param provider the class that is at fault; empty if it is none
 * @param problem what is wrong, and what to do about it
 */
public record PluginFault(String source, String kind, String provider, String problem) {
    @Override
    public String toString() {
        return provider.isEmpty()
                ? "plug-in %s: %s".formatted(source, problem)
                : "plug-in %s, class %s: %s".formatted(source, provider, problem);
    }
}
