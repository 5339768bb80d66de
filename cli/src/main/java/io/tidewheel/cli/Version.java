package io.tidewheel.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, as the build wrote it into the jar. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
        try (var text = Version.class.getResourceAsStream("version.txt")) {
            if (text == null) {
                throw new IllegalStateException("version.txt is missing from the tidewheel-cli jar");
            }
            return new String[] {"tidewheel " + new String(text.readAllBytes(), StandardCharsets.UTF_8)};
        }
    }
}
