package io.tidewheel.cli.run;

import io.tidewheel.cli.text.Console;
import io.tidewheel.cli.text.SafeText;
import io.tidewheel.protocol.wire.Output;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Prints the output of many tasks line by line, each with the number of its task before it. */
final class LineOutput implements Consumer<Output> {
    private static final int LONGEST_LINE = 64 << 10;

    private record Source(int index, int attempt, boolean stderr) {}

    private final Console console;
    private final Map<Source, ByteArrayOutputStream> begun = new HashMap<>();

    LineOutput(Console console) {
        this.console = console;
    }

    @Override
    public synchronized void accept(Output piece) {
        var source = new Source(piece.getIndex(), piece.getAttempt(), piece.getStderr());
        var line = begun.computeIfAbsent(source, _ -> new ByteArrayOutputStream());
        for (var next : piece.getBytes()) {
            if (next != '\n') line.write(next);
            if (next == '\n' || line.size() >= LONGEST_LINE) print(source, line);
        }
        stream(source).flush();
        if (line.size() == 0) begun.remove(source);
    }

    /** Prints what was begun and not ended by a line end. */
    synchronized void close() {
        begun.forEach((source, line) -> {
            if (line.size() > 0) print(source, line);
        });
        begun.clear();
        console.out().flush();
    }

    private void print(Source source, ByteArrayOutputStream line) {
        var text = line.toString(StandardCharsets.UTF_8);
        boolean terminal = source.stderr ? console.errIsTerminal() : console.outIsTerminal();
        stream(source).println(source.index + ": " + (terminal ? SafeText.line(text) : text));
        line.reset();
    }

    private PrintStream stream(Source source) {
        return source.stderr ? console.err() : console.out();
    }
}
