package io.tidewheel.bench.commands;

import io.tidewheel.cli.Main;
import io.tidewheel.cli.text.Console;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

/** Somebody at the workbench: types command lines, in a folder of their own, and reads what comes back. */
record WorkbenchSession(Path folder) {
    /** What came back. */
    record Answer(int code, String out, String err) {}

    Answer type(String... words) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var environment = Map.of(
                "HOME", folder.toString(),
                "PATH", "/usr/local/bin:/usr/bin:/bin",
                "TMPDIR", folder.toString(),
                "TIDEWHEEL_DATA", folder.resolve("data").toString());
        var nothing = new ByteArrayInputStream(new byte[0]);
        var console = new Console(nothing, out, err, false, false, environment, folder);
        int code = Main.execute(console, WorkbenchMain.commands(), words);
        return new Answer(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
