package io.tidewheel.model.plugins;

import java.util.Set;

/**
 * Where providers come from: the program itself, or one plug-in.
 *
 * @param name the plug-in's jar or folder, for people
 * @param services the names of the interfaces that it says it has providers of
 */
public record PluginSource(String name, ClassLoader loader, Set<String> services, boolean isBuiltIn) {
    /** Where a jar names its providers. */
    public static final String SERVICES = "META-INF/services/";

    public static final String BUILT_IN = "built in";

    public PluginSource {
        services = Set.copyOf(services);
    }

    /** What comes with the program, and is found by the loader of its classes or one before it. */
    public static PluginSource builtIn(ClassLoader loader) {
        return new PluginSource(BUILT_IN, loader, Set.of(), true);
    }

    /** A plug-in. */
    public static PluginSource plugin(String name, ClassLoader loader, Set<String> services) {
        return new PluginSource(name, loader, services, false);
    }

    boolean offers(PluginKind<?> kind) {
        return isBuiltIn || services.contains(kind.type().getName());
    }
}
