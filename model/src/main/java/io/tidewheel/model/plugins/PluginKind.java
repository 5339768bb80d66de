package io.tidewheel.model.plugins;

/**
 * A kind of thing that plug-ins may offer.
 *
 * @param name how users call it, and how the names of its settings begin
 * @param noun what one of them is called in sentences
 * @param option where users choose one, for messages
 * @param type what its providers implement
 */
public record PluginKind<P extends PluginProvider>(String name, String noun, String option, Class<P> type) {
    /** How the names of the settings of a provider begin. */
    public String prefix(PluginProvider provider) {
        return name + "." + provider.name() + ".";
    }

    /** The file in a jar that names its providers of this kind. */
    public String serviceFile() {
        return PluginSource.SERVICES + type.getName();
    }
}
