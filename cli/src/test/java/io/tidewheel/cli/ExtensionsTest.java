package io.tidewheel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.cli.errors.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Steep's extension points as programs of a site, used by the real program. */
class ExtensionsTest {
    private static final String SERVICES = """
        - id: make
          name: Make
          description: Makes a file
          path: /bin/touch
          runtime: other
          parameters:
            - {id: made, name: Made, description: What is made, type: output, cardinality: 1..1, dataType: parts}
        - id: copy
          name: Copy
          description: Copies files
          path: /bin/cp
          runtime: other
          parameters:
            - {id: from, name: From, description: What is copied, type: input, cardinality: 1..1, dataType: part}
            - {id: to, name: To, description: Where to, type: output, cardinality: 1..1, dataType: file}
        """;
    private static final String WORKFLOW = """
        api: 4.7.0
        actions:
          - type: execute
            service: make
            outputs:
              - {id: made, var: parts}
          - type: for
            input: parts
            enumerator: part
            actions:
              - type: execute
                service: copy
                inputs:
                  - {id: from, var: part}
                outputs:
                  - {id: to, var: copied, store: true}
        """;
    private static final String PLUGINS = """
        - {name: split, type: outputAdapter, supportedDataType: parts, command: [./split]}
        - {name: shout, type: inputAdapter, supportedDataType: part, command: [./shout]}
        - {name: begin, type: initializer, command: [./begin]}
        """;
    /** Two files instead of one. */
    private static final String SPLIT = """
        echo '{"ready":true}'
        while read -r line; do
          id=$(printf '%s' "$line" | sed 's/.*"v":1,"id":\\([0-9]*\\).*/\\1/')
          file=$(printf '%s' "$line" | sed 's/.*"output":{[^}]*"value":"\\([^"]*\\)".*/\\1/')
          echo one > "$file.1"; echo two > "$file.2"
          printf '{"id":%s,"result":["%s.1","%s.2"]}\\n' "$id" "$file" "$file"
        done
        """;
    /** Another file with an option before it, instead of the one that was to be copied. */
    private static final String SHOUT = """
        echo '{"ready":true}'
        while read -r line; do
          id=$(printf '%s' "$line" | sed 's/.*"v":1,"id":\\([0-9]*\\).*/\\1/')
          file=$(printf '%s' "$line" | sed 's/.*"input":{[^}]*"value":"\\([^"]*\\)".*/\\1/')
          tr a-z A-Z < "$file" > "$file.loud"
          printf '{"id":%s,"result":[{"id":"a","label":"--sparse","variable":{"id":"a","value":"never"},"type":"input","dataType":"string"},' "$id"
          printf '{"id":"from","variable":{"id":"from","value":"%s.loud"},"type":"input","dataType":"part"}]}\\n' "$file"
        done
        """;

    private static final String BEGIN = """
        echo '{"ready":true}'
        read -r line
        echo begun >> begun
        echo '{"id":1,"result":null}'
        """;

    @TempDir
    Path folder;

    private RealProgram tidewheel;

    @BeforeEach
    void write() throws Exception {
        tidewheel = new RealProgram(folder);
        Files.writeString(folder.resolve("services.yaml"), SERVICES);
        Files.writeString(folder.resolve("workflow.yaml"), WORKFLOW);
        Files.writeString(folder.resolve("plugins.yaml"), PLUGINS);
        program("split", SPLIT);
        program("shout", SHOUT);
        program("begin", BEGIN);
        Files.createDirectories(folder.resolve(".config/tidewheel"));
        Files.writeString(
                folder.resolve(".config/tidewheel/config.yaml"),
                "workflows:\n  extensions: %s\n".formatted(folder.resolve("plugins.yaml")));
    }

    private void program(String name, String script) throws IOException {
        Files.writeString(folder.resolve(name), "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(folder.resolve(name), PosixFilePermissions.fromString("rwx------"));
    }

    private RealProgram.End submit() {
        return tidewheel.run(
                "submit", "workflow.yaml", "--services", "services.yaml", "--out", "out", "--tmp", "tmp", "--wait");
    }

    private List<String> copied() throws IOException {
        var contents = new ArrayList<String>();
        try (var files = Files.walk(folder.resolve("out"))) {
            for (var file : files.filter(Files::isRegularFile).toList())
                contents.add(Files.readString(file).strip());
        }
        return contents.stream().sorted().toList();
    }

    @Test
    void anAdapterSaysWhatAnOutputIsAndAnotherWhatAnInputIs() throws Exception {
        var end = submit();
        assertThat(end.code()).as(end.err() + end.out()).isZero();
        assertThat(copied()).containsExactly("ONE", "TWO");
        assertThat(Files.readString(folder.resolve("begun"))).contains("begun");
    }

    @Test
    void oneThatFailsFailsItsTaskWithAReason() throws Exception {
        program("split", "echo '{\"ready\":true}'; read -r line; echo 'no table' >&2; exit 4");
        var end = submit();
        assertThat(end.code()).isEqualTo(ExitCodes.FAILED);
        var shown = tidewheel.run("show", "last", "--failed");
        assertThat(end.err() + end.out() + shown.out()).contains("plug-in split ended with exit code 4: no table");
    }

    @Test
    void whatIsWrongWithTheFileIsToldByLintAndTheServerAlike() throws Exception {
        Files.writeString(folder.resolve("plugins.yaml"), "- {name: x, type: outputAdaptr, command: [./x]}\n");
        var lint = tidewheel.run("lint", "workflow.yaml", "--services", "services.yaml");
        var server = tidewheel.run("server", "start", "--port", "0");
        for (var end : List.of(lint, server)) {
            assertThat(end.code()).isEqualTo(ExitCodes.USAGE);
            assertThat(end.err()).contains("plugins.yaml:1:").contains("'outputAdaptr' is no type of a plug-in");
        }
    }
}
