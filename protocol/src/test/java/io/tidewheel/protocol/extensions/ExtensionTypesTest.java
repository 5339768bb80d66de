package io.tidewheel.protocol.extensions;

import io.tidewheel.model.extensions.ExtensionFailure;
import io.tidewheel.model.extensions.ExtensionSpec;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.model.extensions.SteepExtension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** All eight types of extensions, each as a program and as a class. */
class ExtensionTypesTest {
    private static final String CHAINS =
            "[{\"id\":\"a\",\"executables\":[{\"id\":\"a\",\"path\":\"/bin/true\",\"serviceId\":\"s\"}]}]";
    private static final String ARGUMENTS = "[{\"id\":\"in\",\"variable\":{\"id\":\"v\",\"value\":\"x\"}}]";

    /** One that gives always the same answer, and none to what is bad. */
    abstract static class OfType extends ExtensionContract {
        private final ExtensionType type;
        final String json;

        OfType(ExtensionType type, String json) {
            this.type = type;
            this.json = json;
        }

        @Override
        protected ExtensionType type() {
            return type;
        }

        @Override
        protected Map<String, ?> good() {
            return Map.of("word", "good");
        }

        @Override
        protected @Nullable Object answer() {
            return JsonLine.read(json);
        }

        @Override
        protected Map<String, ?> bad() {
            return Map.of("word", "bad");
        }
    }

    abstract static class ProgramOf extends OfType {
        @TempDir
        Path folder;

        ProgramOf(ExtensionType type, String json) {
            super(type, json);
        }

        @Override
        protected SteepExtension open() throws IOException {
            var printing =
                    type() == ExtensionType.RUNTIME ? "printf '{\"id\":%s,\"line\":\"at work\"}\\n' \"$id\"; " : "";
            var program = folder.resolve("program");
            Files.writeString(program, """
                #!/bin/sh
                echo '{"ready":true}'
                while read -r line; do
                  id=$(printf '%s' "$line" | sed 's/.*"id":\\([0-9]*\\).*/\\1/')
                  case "$line" in
                    *'"word":"bad"'*) printf '{"id":%s,"error":"I know no such word"}\\n' "$id" ;;
                    *) PRINTING printf '{"id":%s,"result":%s}\\n' "$id" 'ANSWER' ;;
                  esac
                done
                """.replace("PRINTING", printing).replace("ANSWER", json));
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
            var spec = new ExtensionSpec(
                    "sample", type(), "", "fits", Set.of("s"), List.of(), List.of("./program"), Duration.ofMinutes(2));
            return new ProgramExtension(spec, folder, Map.of(), System::nanoTime);
        }
    }

    abstract static class ClassOf extends OfType {
        ClassOf(ExtensionType type, String json) {
            super(type, json);
        }

        @Override
        protected SteepExtension open() {
            return new SteepExtension() {
                @Override
                public @Nullable Object answer(Map<String, ?> arguments) throws ExtensionFailure {
                    if (arguments.containsValue("bad")) throw new ExtensionFailure("I know no such word");
                    return JsonLine.read(json);
                }

                @Override
                public @Nullable Object answer(Map<String, ?> arguments, Consumer<String> lines)
                        throws ExtensionFailure {
                    if (type() == ExtensionType.RUNTIME) lines.accept("at work");
                    return answer(arguments);
                }
            };
        }
    }

    @Nested
    class InitializerProgram extends ProgramOf {
        InitializerProgram() {
            super(ExtensionType.INITIALIZER, "null");
        }
    }

    @Nested
    class InitializerClass extends ClassOf {
        InitializerClass() {
            super(ExtensionType.INITIALIZER, "null");
        }
    }

    @Nested
    class InputAdapterProgram extends ProgramOf {
        InputAdapterProgram() {
            super(ExtensionType.INPUT_ADAPTER, ARGUMENTS);
        }
    }

    @Nested
    class InputAdapterClass extends ClassOf {
        InputAdapterClass() {
            super(ExtensionType.INPUT_ADAPTER, ARGUMENTS);
        }
    }

    @Nested
    class OutputAdapterProgram extends ProgramOf {
        OutputAdapterProgram() {
            super(ExtensionType.OUTPUT_ADAPTER, "[\"a.fits\"]");
        }
    }

    @Nested
    class OutputAdapterClass extends ClassOf {
        OutputAdapterClass() {
            super(ExtensionType.OUTPUT_ADAPTER, "[\"a.fits\"]");
        }
    }

    @Nested
    class ChainAdapterProgram extends ProgramOf {
        ChainAdapterProgram() {
            super(ExtensionType.CHAIN_ADAPTER, CHAINS);
        }
    }

    @Nested
    class ChainAdapterClass extends ClassOf {
        ChainAdapterClass() {
            super(ExtensionType.CHAIN_ADAPTER, CHAINS);
        }
    }

    @Nested
    class ConsistencyCheckerProgram extends ProgramOf {
        ConsistencyCheckerProgram() {
            super(ExtensionType.CONSISTENCY_CHECKER, "false");
        }
    }

    @Nested
    class ConsistencyCheckerClass extends ClassOf {
        ConsistencyCheckerClass() {
            super(ExtensionType.CONSISTENCY_CHECKER, "false");
        }
    }

    @Nested
    class ProgressEstimatorProgram extends ProgramOf {
        ProgressEstimatorProgram() {
            super(ExtensionType.PROGRESS_ESTIMATOR, "0.5");
        }
    }

    @Nested
    class ProgressEstimatorClass extends ClassOf {
        ProgressEstimatorClass() {
            super(ExtensionType.PROGRESS_ESTIMATOR, "0.5");
        }
    }

    @Nested
    class RuntimeProgram extends ProgramOf {
        RuntimeProgram() {
            super(ExtensionType.RUNTIME, "null");
        }
    }

    @Nested
    class RuntimeClass extends ClassOf {
        RuntimeClass() {
            super(ExtensionType.RUNTIME, "null");
        }
    }

    @Nested
    class SetupAdapterProgram extends ProgramOf {
        SetupAdapterProgram() {
            super(ExtensionType.SETUP_ADAPTER, "{\"flavor\":\"big\"}");
        }
    }

    @Nested
    class SetupAdapterClass extends ClassOf {
        SetupAdapterClass() {
            super(ExtensionType.SETUP_ADAPTER, "{\"flavor\":\"big\"}");
        }
    }
}
