package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two agents that share no disk do a workflow together, whoever is killed on the way. The commands refuse to see an absolute path. */
class StagedFaultTest {
    private static final int ITEMS = 16;
    private static final int KILLS = 3;

    private final long seed = Long.getLong("tidewheel.faults.seed", System.nanoTime());

    @ParameterizedTest
    @EnumSource
    void whatAgentsHandToEachOtherSurvivesTheirEndAndThatOfTheServer(StoreKind store) throws Exception {
        try (var site = TrialSite.open("staged", store)) {
            site.startAgentApart("one", 1);
            site.startAgentApart("two", 1);
            long run = submit(site);
            killWhileItRuns(site, run);
            var end = site.rest().json("/runs/" + run);
            assertThat(end.path("state").asString()).as(end.toString()).isEqualTo("SUCCEEDED");
            checkResults(site, run);
        }
    }

    @Test
    void aFileThatIsMissingIsToldWithItsPlaceBeforeAnythingIsSent() throws Exception {
        try (var site = TrialSite.open("staged-missing", StoreKind.EMBEDDED)) {
            Files.writeString(site.file("services.yaml"), services());
            Files.writeString(site.file("flow.yaml"), """
                api: 4.7.0
                vars:
                  - {id: text, value: nowhere/text}
                actions:
                  - {type: execute, service: join, inputs: [{id: tool, value: tool.sh}, {id: in, var: text}], outputs: [{id: out, var: result}]}
                """);
            var said = site.tidewheel(
                    "submit",
                    2,
                    "submit",
                    site.file("flow.yaml").toString(),
                    "--services",
                    site.file("services.yaml").toString(),
                    "--staged");
            assertThat(said)
                    .containsPattern("flow.yaml:3:\\d+: there is no file 'nowhere/text'")
                    .containsPattern("flow.yaml:5:\\d+: there is no file 'tool.sh'");
            assertThat(site.rest().json("/runs").path("items")).isEmpty();
        }
    }

    private void killWhileItRuns(TrialSite site, long run) {
        System.out.printf("%s: -Dtidewheel.faults.seed=%d%n", site.folder().getFileName(), seed);
        var random = new Random(seed);
        for (int i = 0; i < KILLS; i++) {
            FaultPause.of(Duration.ofMillis(300 + random.nextInt(900)));
            var victim = List.of("one", "server", "two").get(i % 3);
            site.program(victim).kill9();
            if (victim.equals("server")) {
                site.startServer();
                site.awaitServer();
            } else {
                site.startAgentApart(victim, 1);
            }
        }
        await("the end of the workflow")
                .until(() -> !List.of("QUEUED", "RUNNING")
                        .contains(site.rest().json("/runs/" + run).path("state").asString()));
    }

    /** A text is split into a folder, each file in it is changed by a chain of its own, and all are joined. */
    private static long submit(TrialSite site) throws IOException {
        var text = IntStream.range(0, ITEMS)
                .mapToObj(i -> "item-%02d%n".formatted(i))
                .collect(Collectors.joining());
        Files.writeString(site.file("text"), text);
        Files.writeString(site.file("tool.sh"), """
            #!/bin/sh
            how=$1; out=$2; shift 2
            for word in "$out" "$@"; do case $word in /*) echo "absolute: $word"; exit 9;; esac; done
            case $how in
              split) while read line; do echo "$line" > "$out/$line.txt"; done < "$1";;
              upper) sleep 0.1; tr a-z A-Z < "$1" > "$out";;
              join) cat "$@" > "$out";;
            esac
            """);
        Files.setPosixFilePermissions(site.file("tool.sh"), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(site.file("services.yaml"), services());
        Files.writeString(site.file("flow.yaml"), """
            api: 4.7.0
            name: staged
            retries: {processChains: {maxAttempts: 20}}
            vars:
              - {id: text, value: %s}
              - {id: tool, value: %s}
            actions:
              - {type: execute, service: split, inputs: [{id: tool, var: tool}, {id: in, var: text}], outputs: [{id: out, var: parts, store: true}]}
              - type: for
                input: parts
                enumerator: part
                output: all
                yieldToOutput: upper
                actions:
                  - {type: execute, service: upper, inputs: [{id: tool, var: tool}, {id: in, var: part}], outputs: [{id: out, var: upper}]}
              - {type: execute, service: join, inputs: [{id: tool, var: tool}, {id: in, var: all}], outputs: [{id: out, var: result, store: true}]}
            """.formatted(site.file("text"), site.file("tool.sh")));
        var said = site.tidewheel(
                "submit",
                "submit",
                site.file("flow.yaml").toString(),
                "--services",
                site.file("services.yaml").toString(),
                "--staged");
        return said.lines()
                .filter(line -> line.matches("[0-9]+"))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElseThrow();
    }

    private static String services() {
        var services = new StringBuilder();
        for (var how : List.of("split", "upper", "join")) {
            services.append("""
                - id: %1$s
                  name: %1$s
                  description: does something with files
                  path: /usr/bin/env
                  runtime: other
                  parameters:
                    - {id: tool, name: t, description: t, type: input, cardinality: 1..1, dataType: file}
                    - {id: how, name: h, description: h, type: input, cardinality: 1..1, default: %1$s}
                    - {id: out, name: o, description: o, type: output, cardinality: 1..1, dataType: %2$s}
                    - {id: in, name: i, description: i, type: input, cardinality: 1..n, dataType: file}
                """.formatted(how, how.equals("split") ? "directory" : "file"));
        }
        return services.toString();
    }

    private static void checkResults(TrialSite site, long run) throws IOException {
        var folder = site.file("fetched");
        site.tidewheel("results", "results", Long.toString(run), "--fetch", folder.toString());
        List<Path> files;
        try (var found = Files.walk(folder)) {
            files = found.filter(Files::isRegularFile).sorted().toList();
        }
        assertThat(files).hasSize(ITEMS + 1);
        for (int i = 0; i < ITEMS; i++) {
            var name = "item-%02d".formatted(i);
            assertThat(files)
                    .filteredOn(file -> file.endsWith(name + ".txt"))
                    .singleElement()
                    .satisfies(file -> assertThat(file).hasContent(name + "\n"));
        }
        var joined = files.stream()
                .filter(file -> !file.toString().endsWith(".txt"))
                .findFirst()
                .orElseThrow();
        var expected =
                IntStream.range(0, ITEMS).mapToObj("ITEM-%02d"::formatted).toList();
        assertThat(Files.readAllLines(joined)).containsExactlyElementsOf(expected);
    }
}
