package io.tidewheel.cloud;

import java.util.List;

/** A provisioning script, ready to be run. */
public record ProvisioningScript(String name, String text) {
    private static final String SHELL = "/bin/sh";

    /**
     * The program that runs it, named by its first line; a shell if that names none. The file is an argument of the program and not started
     * itself: that would fail now and then while other processes are being started, because they hold it open for writing for a moment.
     */
    public List<String> interpreter() {
        var first = text.lines().findFirst().orElse("");
        if (!first.startsWith("#!") || first.substring(2).isBlank()) return List.of(SHELL);
        return List.of(first.substring(2).strip().split("\\s+", 2));
    }
}
