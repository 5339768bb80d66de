package io.tidewheel.controllers.workflows;

import io.tidewheel.workflow.Complaint;
import io.tidewheel.workflow.Service;
import java.util.ArrayDeque;

/**
 * The programs of services. One with a slash in its path that does not begin with one is found from the folder of the services file; one
 * without a slash is looked for by the agents, as a shell would.
 */
final class ProgramPaths {
    private static final String PROCESS = "other";

    private ProgramPaths() {}

    /** Whether it depends on a folder which program is meant. The path of other runtimes is the name of something else. */
    static boolean isRelative(Service service) {
        return service.runtime().equals(PROCESS)
                && service.path().indexOf('/') >= 0
                && !service.path().startsWith("/");
    }

    /** @param folder of the services file, as an absolute path, or empty if it is not known */
    static Service resolved(Service service, String folder) {
        if (folder.isEmpty() || !isRelative(service)) return service;
        return service.withPath(normal(folder + "/" + service.path()));
    }

    /** An absolute path without detours. */
    private static String normal(String path) {
        var parts = new ArrayDeque<String>();
        for (var part : path.split("/")) {
            if (part.equals("..")) parts.pollLast();
            else if (!part.isEmpty() && !part.equals(".")) parts.addLast(part);
        }
        return "/" + String.join("/", parts);
    }

    static Complaint complaint(Service service) {
        return new Complaint(
                "services->" + service.id(),
                service.place().line(),
                service.place().column(),
                "the path '%s' of service '%s' is relative, and nobody knows to which folder"
                        .formatted(service.path(), service.id()),
                "give an absolute path, or hand in the services file by its name, as with --services: its folder"
                        + " counts then");
    }
}
