package io.tidewheel.controllers.workflows;

import io.tidewheel.model.extensions.ExtensionSpec;
import java.util.List;

/**
 * What workflows of a server have in common.
 *
 * @param services the texts of the files that describe services, by name
 * @param macros the texts of the files that describe macros, by name
 * @param tmpPath where files go that only a run itself needs
 * @param outPath where results go
 * @param extensions the plug-ins that the site has
 */
public record WorkflowSettings(
        List<Source> services, List<Source> macros, String tmpPath, String outPath, List<ExtensionSpec> extensions) {
    /** For a site without plug-ins. */
    public WorkflowSettings(List<Source> services, List<Source> macros, String tmpPath, String outPath) {
        this(services, macros, tmpPath, outPath, List.of());
    }

    /** The same with plug-ins. */
    public WorkflowSettings with(List<ExtensionSpec> others) {
        return new WorkflowSettings(services, macros, tmpPath, outPath, others);
    }

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
        extensions = List.copyOf(extensions);
    }
}
