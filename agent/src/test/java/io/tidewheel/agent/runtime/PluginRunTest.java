package io.tidewheel.agent.runtime;

import com.google.protobuf.ByteString;
import io.tidewheel.model.extensions.ExtensionSpec;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.protocol.extensions.LoadedExtensions;
import io.tidewheel.protocol.extensions.LoadedExtensions.LoadedExtension;
import io.tidewheel.protocol.extensions.ProgramExtension;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Runtime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

/** Commands that are run by a plug-in that is a program: one that prints, one at which it dies, and one that goes on until it is cancelled. */
class PluginRunTest extends RuntimeContract {
    private static final String PROGRAM = """
        #!/bin/sh
        echo '{"ready":true,"concurrency":2}'
        while read -r line; do
          id=$(printf '%s' "$line" | sed 's/.*"id":\\([0-9]*\\),"call".*/\\1/')
          case "$line" in
            *'"cancel":'*) printf '{"id":%s,"error":"cancelled"}\\n' "$(printf '%s' "$line" | tr -dc '0-9' | cut -c2-)" ;;
            *'"path":"die"'*) echo 'it hurts' >&2; exit 3 ;;
            *'"path":"endless"'*) printf '{"id":%s,"line":"at work"}\\n' "$id" ;;
            *) printf '{"id":%s,"line":"done"}\\n{"id":%s,"result":null}\\n' "$id" "$id" ;;
          esac
        done
        """;

    @TempDir
    Path programs;

    @Override
    protected RuntimeProvider provider() {
        var spec = new ExtensionSpec(
                "mine",
                ExtensionType.RUNTIME,
                "",
                "quantum",
                Set.of(),
                List.of(),
                List.of("./mine"),
                Duration.ofDays(1));
        try {
            var program = programs.resolve("mine");
            Files.writeString(program, PROGRAM);
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return new ExtensionRuntimeProvider(() -> new LoadedExtensions(
                List.of(new LoadedExtension(spec, new ProgramExtension(spec, programs, Map.of(), System::nanoTime)))));
    }

    @Override
    protected Command succeeding() {
        return command("good");
    }

    @Override
    protected Optional<Command> failing() {
        return Optional.of(command("die"));
    }

    @Override
    protected Optional<Command> endless() {
        return Optional.of(command("endless"));
    }

    private static Command command(String path) {
        return Command.newBuilder()
                .setRuntime(Runtime.PLUGIN)
                .setRuntimeName("extension")
                .addArguments(path)
                .setInput(ByteString.copyFromUtf8(
                        "{\"run\":{\"plugin\":\"mine\",\"args\":{\"executable\":{\"path\":\"%s\"}}}}".formatted(path)))
                .build();
    }
}
