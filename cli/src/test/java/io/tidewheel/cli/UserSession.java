package io.tidewheel.cli;

import io.tidewheel.cli.text.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A user at a keyboard: types command lines, in a folder and an environment of their own, and reads what comes back. */
public final class UserSession {
    private final Path folder;
    private final Map<String, String> environment = new HashMap<>();
    private String input = "";
    private boolean terminal;

    /** What came back. */
    public record Answer(int code, String out, String err) {}

    public UserSession(Path folder) {
        this.folder = folder;
        environment.put("HOME", folder.toString());
        environment.put("PATH", "/usr/local/bin:/usr/bin:/bin");
        environment.put("TMPDIR", folder.toString());
        environment.put("TIDEWHEEL_DATA", folder.resolve("data").toString());
        // Whatever runs containers on the machine is not the business of the tests.
        environment.put("TIDEWHEEL_AGENT_CONTAINER_ENGINE", "none");
    }

    public UserSession with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    public UserSession onTerminal() {
        terminal = true;
        return this;
    }

    public UserSession typing(String text) {
        input = text;
        return this;
    }

    public Answer type(String... words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int code = Main.execute(console(out, err), words);
        return new Answer(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    public Console console(ByteArrayOutputStream out, ByteArrayOutputStream err) {
        var in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
        return new Console(in, out, err, terminal, terminal, environment, folder);
    }

    public Path folder() {
        return folder;
    }
}
