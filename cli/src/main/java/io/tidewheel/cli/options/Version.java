package io.tidewheel.cli.options;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, as the build wrote it into the jar. */
public final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
        return new String[] {"tidewheel " + read()};
    }

    /** The bare number. */
    public static String number() {
        try {
            return read().strip();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("version.txt cannot be read from the tidewheel-cli jar", unreadable);
        }
    }

    private static String read() throws IOException {
        try (var text = Version.class.getResourceAsStream("version.txt")) {
            if (text == null) {
                throw new IllegalStateException("version.txt is missing from the tidewheel-cli jar");
            }
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
