package io.tidewheel.cloud;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.MachineFailure;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Setup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScriptTemplatesTest {
    private static final MachineId MACHINE = new MachineId("gpu-1");
    private static final Setup SETUP = Setup.of("gpu", Capabilities.of("docker", "gpu"), 1);

    @TempDir
    Path folder;

    private final List<String> uploaded = new ArrayList<>();

    @Test
    void theVariablesOfSteepAreKnown() throws Exception {
        assertThat(rendered("""
            {{ agentId }} at {{ ipAddress }} offers {{ agentCapabilities }}
            {{ setup.id }} {{ setup.providedCapabilities[1] }} {{ config["server.url"] }} {{ env.HOME }}
            {% for v in attachedVolumes %}{{ v }}{% endfor %}&lt; "quoted" & plain <
            """)).isEqualTo("""
                gpu-1 at 192.0.2.1 offers docker,gpu
                gpu gpu http://server /home/me
                &lt; "quoted" & plain <
                """);
    }

    @Test
    void filesAreReadAndUploaded() throws Exception {
        Files.writeString(folder.resolve("key.txt"), "secret");
        Files.writeString(folder.resolve("a.jar"), "a");
        Files.writeString(folder.resolve("b.jar"), "b");
        assertThat(rendered("{{ readFile(\"key.txt\") }}{{ upload(\"*.jar\", \"lib/\") }}"))
                .isEqualTo("secret");
        assertThat(uploaded).containsExactly("a.jar -> lib/", "b.jar -> lib/");
    }

    @Test
    void aMistakeIsToldWithItsPlace() {
        assertThatThrownBy(() -> rendered("one\ntwo {{ unknown }}\n"))
                .isInstanceOf(MachineFailure.class)
                .hasMessageContaining("script s.sh, line 2")
                .hasMessageContaining("unknown");
        assertThatThrownBy(() -> rendered("{{ readFile(\"none\") }}")).hasMessageContaining("there is no file");
        assertThatThrownBy(() -> rendered("{{ upload(\"*.none\", \"x\") }}")).hasMessageContaining("no file matches");
        assertThatThrownBy(() -> templates().render("missing.sh", MACHINE, "x", SETUP, this::upload))
                .isInstanceOf(MachineFailure.class)
                .hasMessageContaining("missing.sh");
    }

    @Test
    void theFirstLineNamesTheInterpreter() {
        assertThat(new ProvisioningScript("s", "#!/usr/bin/env bash\nls").interpreter())
                .containsExactly("/usr/bin/env", "bash");
        assertThat(new ProvisioningScript("s", "#!/bin/bash -e\nls").interpreter())
                .containsExactly("/bin/bash", "-e");
        assertThat(new ProvisioningScript("s", "ls").interpreter()).containsExactly("/bin/sh");
        assertThat(new ProvisioningScript("s", "").interpreter()).containsExactly("/bin/sh");
    }

    private String rendered(String template) throws Exception {
        Files.writeString(folder.resolve("s.sh"), template);
        return templates()
                .render("s.sh", MACHINE, "192.0.2.1", SETUP, this::upload)
                .text();
    }

    private ScriptTemplates templates() {
        return new ScriptTemplates(folder, Map.of("server.url", "http://server"), Map.of("HOME", "/home/me"));
    }

    private void upload(Path file, String destination) {
        uploaded.add(file.getFileName() + " -> " + destination);
    }
}
