package io.tidewheel.controllers.workflows;

import java.util.List;

/**
 * What workflows of a server have in common.
 *
 * @param services the texts of the files that describe services, by name
 * @param macros the texts of the files that describe macros, by name
 * @param tmpPath where files go that only a run itself needs
 * @param outPath where results go
 */
public record WorkflowSettings(List<Source> services, List<Source> macros, String tmpPath, String outPath) {
    /**
     * A file that was read.
     *
     * @param name for messages
     * @param folder where it was, as an absolute path: programs of services with relative paths are found from there; empty if unknown
     */
    public record Source(String name, String text, String folder) {
        /** One of which nobody knows where it was. */
        public Source(String name, String text) {
            this(name, text, "");
        }
    }

    /**
     * No services yet, and all files in a server's own folder.
     *
     * @param data that folder, as an absolute path
     */
    public static WorkflowSettings in(String data) {
        return new WorkflowSettings(List.of(), List.of(), data + "/workflows/tmp", data + "/workflows/out");
    }

    public WorkflowSettings {
        services = List.copyOf(services);
        macros = List.copyOf(macros);
    }
}
