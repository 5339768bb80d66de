package io.tidewheel.cli.plugins;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * Finds what is built in. All providers of one kind that come with the program are in the jar of the folder that asks for the kind, so the
 * first file that names some is the only one: the many other jars of the program need not be opened to look for more.
 */
final class ProgramServices extends ClassLoader {
    ProgramServices() {
        super("program", ProgramServices.class.getClassLoader());
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        var first = getResource(name);
        return Collections.enumeration(first == null ? List.of() : List.of(first));
    }
}
