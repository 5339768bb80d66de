package io.tidewheel.protocol.extensions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.extensions.ExtensionFailure;
import io.tidewheel.model.extensions.ExtensionSpec;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.model.extensions.SteepExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that are shell scripts, good ones and others. */
class ProgramExtensionTest extends ExtensionContract {
    private static final String GOOD = """
        echo '{"ready":true,"concurrency":3}'
        while read -r line; do
          id=$(printf '%s' "$line" | sed 's/.*"id":\\([0-9]*\\).*/\\1/')
          case "$line" in
            *'"word":"bad"'*) printf '{"id":%s,"error":"I know no such word"}\\n' "$id" ;;
            *'"word":"die"'*) echo 'it hurts' >&2; exit 3 ;;
            *'"word":"nonsense"'*) echo 'as you wish' ;;
            *'"word":"silence"'*) ;;
            *'"cancel":'*) printf '{"id":%s,"error":"stopped"}\\n' "$(printf '%s' "$line" | tr -dc '0-9' | cut -c2-)" ;;
            *'"word":"lines"'*) printf '{"id":%s,"line":"one"}\\n{"id":%s,"line":"two"}\\n{"id":%s,"result":1}\\n' "$id" "$id" "$id" ;;
            *'"word":"badline"'*) printf '{"id":%s,"line":7}\\n' "$id" ;;
            *'"word":"code"'*) printf '{"id":%s,"error":"failed","exitCode":9,"output":"last words"}\\n' "$id" ;;
            *'"word":"begin"'*) printf '{"id":%s,"line":"begun"}\\n' "$id" ;;
            *'"word":"neither"'*) printf '{"id":%s}\\n' "$id" ;;
            *'"word":"secret"'*) printf '{"id":%s,"result":"%s"}\\n' "$id" "$SECRET" ;;
            *) printf '{"id":%s,"result":["a\\\\u0020b",{"n":1.5,"t":true,"z":null}]}\\n' "$id" ;;
          esac
        done
        """;

    @TempDir
    Path folder;

    private final AtomicLong later = new AtomicLong();

    private SteepExtension program(String script, Duration limit) throws IOException {
        var file = folder.resolve("program");
        Files.writeString(file, "#!/bin/sh\n" + script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        var spec = new ExtensionSpec(
                "sample", ExtensionType.OUTPUT_ADAPTER, "", "fits", Set.of(), List.of(), List.of("./program"), limit);
        return new ProgramExtension(
                spec, folder, Map.of("steep.tmpPath", "/tmp"), () -> System.nanoTime() + later.get());
    }

    @Override
    protected SteepExtension open() throws IOException {
        return program(GOOD, Duration.ofMinutes(2));
    }

    @Override
    protected ExtensionType type() {
        return ExtensionType.OUTPUT_ADAPTER;
    }

    @Override
    protected Map<String, ?> good() {
        return Map.of("word", "good");
    }

    @Override
    protected Object answer() {
        return JsonLine.read("[\"a b\", {\"n\": 1.5, \"t\": true, \"z\": null}]");
    }

    @Override
    protected Map<String, ?> bad() {
        return Map.of("word", "bad");
    }

    private static void assertFails(SteepExtension extension, String word, String text) {
        assertThatThrownBy(() -> extension.answer(Map.of("word", word)))
                .isInstanceOf(ExtensionFailure.class)
                .hasMessageContaining("plug-in sample")
                .hasMessageContaining(text);
    }

    @Test
    void oneThatDiesFailsItsCallWithItsLastWordsAndIsStartedAnew() throws Exception {
        try (var extension = open()) {
            assertFails(extension, "die", "ended with exit code 3: it hurts");
            assertThat(extension.answer(good())).isEqualTo(answer());
        }
    }

    @Test
    void oneThatSaysNothingIsNotWaitedForAndEnded() throws Exception {
        try (var extension = program(GOOD, Duration.ofMillis(700))) {
            assertFails(extension, "silence", "gave no answer in 700 ms");
        }
        try (var extension = program("sleep 1000", Duration.ofMillis(700))) {
            assertFails(extension, "x", "did not say within 700 ms that it is ready");
        }
    }

    @Test
    void nonsenseIsAFailureAndNotOurs() throws Exception {
        try (var extension = open()) {
            assertFails(extension, "nonsense", "said something that is no answer");
            assertFails(extension, "neither", "neither 'result' nor 'error'");
            assertThat(extension.answer(good())).isEqualTo(answer());
        }
        try (var extension = program("echo hello; cat > /dev/null", Duration.ofMinutes(2))) {
            assertFails(extension, "x", "it is no JSON");
        }
        try (var extension = program("echo '{\"ready\":false}'; cat > /dev/null", Duration.ofMinutes(2))) {
            assertFails(extension, "x", "did not begin with");
        }
    }

    @Test
    void whatItPrintsComesBeforeItsAnswer() throws Exception {
        try (var extension = open()) {
            var lines = new ArrayList<String>();
            assertThat(extension.answer(Map.of("word", "lines"), lines::add)).isEqualTo(1L);
            assertThat(lines).containsExactly("one", "two");
            assertFails(extension, "code", "plug-in sample: failed, exit code: 9: last words");
            assertFails(extension, "badline", "a 'line' that is no text");
        }
    }

    @Test
    void aCallThatIsNotWantedAnyMoreIsCancelledAndTheProgramGoesOn() throws Exception {
        try (var extension = open()) {
            var begun = new CountDownLatch(1);
            var failures = new LinkedBlockingQueue<String>();
            var asking = Thread.ofVirtual().start(() -> {
                try {
                    extension.answer(Map.of("word", "begin"), _ -> begun.countDown());
                } catch (ExtensionFailure failure) {
                    failures.add(String.valueOf(failure.getMessage()));
                }
            });
            begun.await();
            asking.interrupt();
            assertThat(failures.take()).contains("was not waited for");
            assertThat(extension.answer(good())).isEqualTo(answer());
        }
    }

    @Test
    void oneThatDiesAgainAndAgainIsLeftAloneForAWhile() throws Exception {
        try (var extension = program("echo no >&2; exit 1", Duration.ofMinutes(2))) {
            for (int i = 0; i < 5; i++) {
                assertFails(extension, "x", "ended with exit code 1: no");
                later.addAndGet(Duration.ofSeconds(3).toNanos());
            }
            assertFails(extension, "x", "has died 5 times within a minute");
            later.addAndGet(Duration.ofMinutes(2).toNanos());
            assertFails(extension, "x", "ended with exit code 1: no");
        }
    }

    @Test
    void oneThatIsMissingIsSaidToBe() throws Exception {
        var spec = new ExtensionSpec(
                "sample",
                ExtensionType.INITIALIZER,
                "",
                "",
                Set.of(),
                List.of(),
                List.of("./nothing"),
                Duration.ofMinutes(1));
        try (var extension = new ProgramExtension(spec, folder, Map.of(), System::nanoTime)) {
            assertFails(extension, "x", "cannot be started");
        }
    }

    @Test
    void whatJsonIsReadAndWrittenIsTheSame() {
        var text = "{\"a\":[1,-2.5e-7,true,false,null,\"\\u00e9\\n\\\"\\\\\"],\"b\":{},\"c\":[]}";
        assertThat(JsonLine.read(JsonLine.write(JsonLine.read(text)))).isEqualTo(JsonLine.read(text));
        assertThat(JsonLine.write("\uD83D\uDE00\n")).isEqualTo("\"\\ud83d\\ude00\\n\"");
        for (var bad : List.of("", "{", "[1,]", "{\"a\"}", "nul", "01", "1.", "\"\\x\"", "\"a", "1 2", "[".repeat(100)))
            assertThatThrownBy(() -> JsonLine.read(bad)).isInstanceOf(IllegalArgumentException.class);
    }
}
