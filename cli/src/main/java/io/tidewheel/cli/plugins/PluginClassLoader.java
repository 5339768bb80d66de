package io.tidewheel.cli.plugins;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * The classes of one plug-in. What it shares with us comes from us: the JDK, our ports, logging, and the messages between agent and server.
 * Everything else it finds in its own jars first, so that its libraries and ours may differ.
 */
final class PluginClassLoader extends URLClassLoader {
    private static final List<String> SHARED =
            List.of("java.", "javax.", "jdk.", "io.tidewheel.", "org.slf4j.", "org.jspecify.", "com.google.protobuf.");
    private static final String OFFERS = "META-INF/services/io.tidewheel.";

    static {
        registerAsParallelCapable();
    }

    PluginClassLoader(String name, URL[] jars) {
        super(name, jars, PluginClassLoader.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (SHARED.stream().anyMatch(name::startsWith)) return super.loadClass(name, resolve);
        synchronized (getClassLoadingLock(name)) {
            var known = findLoadedClass(name);
            if (known != null) return known;
            try {
                return findClass(name);
            } catch (ClassNotFoundException notOurs) {
                return super.loadClass(name, resolve);
            }
        }
    }

    @Override
    public URL getResource(String name) {
        var own = findResource(name);
        return own != null ? own : super.getResource(name);
    }

    /** What it offers is what its own jars say: what we offer is ours. */
    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        if (name.startsWith(OFFERS)) return findResources(name);
        var all = Collections.list(findResources(name));
        for (var url : Collections.list(getParent().getResources(name))) all.add(url);
        return Collections.enumeration(all);
    }
}
