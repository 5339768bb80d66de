package io.tidewheel.cli.text;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** Where a command reads and writes, and the environment it was started in. Tests hand in their own. */
public final class Console {
    private static final int USUAL_WIDTH = 80;
    private static final int USUAL_HEIGHT = 24;

    private final InputStream in;
    private final OutputStream rawOut;
    private final OutputStream rawErr;
    private final PrintStream out;
    private final PrintStream err;
    private final boolean outIsTerminal;
    private final boolean errIsTerminal;
    private final Map<String, String> environment;
    private final Path folder;
    private boolean inIsGiven;
    private volatile Color color = Color.AUTO;
    private volatile boolean quiet;
    private volatile int width;

    /** When colours are used. */
    public enum Color {
        AUTO,
        ALWAYS,
        NEVER
    }

    public Console(
            InputStream in,
            OutputStream out,
            OutputStream err,
            boolean outIsTerminal,
            boolean errIsTerminal,
            Map<String, String> environment,
            Path folder) {
        this.in = in;
        this.rawOut = out;
        this.rawErr = err;
        this.out = new PrintStream(out, false, StandardCharsets.UTF_8);
        this.err = new PrintStream(err, true, StandardCharsets.UTF_8);
        this.outIsTerminal = outIsTerminal;
        this.errIsTerminal = errIsTerminal;
        this.environment = environment;
        this.folder = folder;
    }

    /** The console of this process. */
    public static Console ofProcess() {
        var console = new Console(
                new FileInputStream(FileDescriptor.in),
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                isTerminal(1),
                isTerminal(2),
                System.getenv(),
                Path.of("").toAbsolutePath());
        console.inIsGiven = isGiven();
        return console;
    }

    /** A pipe, a socket or a file was made for being read; a terminal or {@code /dev/null} may be there without anybody's intention. */
    private static boolean isGiven() {
        try {
            var in = Path.of("/proc/self/fd/0");
            var target = Files.readSymbolicLink(in).toString();
            return target.startsWith("pipe:") || target.startsWith("socket:") || Files.isRegularFile(in);
        } catch (IOException closed) {
            return false;
        }
    }

    /** The launcher knows; without it the process table does, where there is one. */
    private static boolean isTerminal(int descriptor) {
        var told = System.getProperty("tidewheel.terminals");
        if (told != null) return told.indexOf('0' + descriptor) >= 0;
        try {
            var target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException unknown) {
            return false;
        }
    }

    public InputStream in() {
        return in;
    }

    /** Whether somebody may have given us something to read; whether there is anything in it shows when it is read. */
    public boolean inIsGiven() {
        return inIsGiven;
    }

    /** For data that is lines of text; flush when done. */
    public PrintStream out() {
        return out;
    }

    public PrintStream err() {
        return err;
    }

    /** For bytes as they are. Whoever uses it does not use {@link #out} at the same time. */
    public OutputStream rawOut() {
        return rawOut;
    }

    public OutputStream rawErr() {
        return rawErr;
    }

    public boolean outIsTerminal() {
        return outIsTerminal;
    }

    public boolean errIsTerminal() {
        return errIsTerminal;
    }

    public Map<String, String> environment() {
        return environment;
    }

    /** The folder the command was started in. */
    public Path folder() {
        return folder;
    }

    public void use(Color wanted) {
        color = wanted;
    }

    public void beQuiet(boolean wanted) {
        quiet = wanted;
    }

    /** Something worth knowing that is not the answer; not said when asked to be quiet. */
    public void note(String line) {
        if (!quiet) err.println(line);
    }

    public boolean isQuiet() {
        return quiet;
    }

    public boolean colorsOut() {
        return colors(outIsTerminal);
    }

    public boolean colorsErr() {
        return colors(errIsTerminal);
    }

    private boolean colors(boolean terminal) {
        return switch (color) {
            case ALWAYS -> true;
            case NEVER -> false;
            case AUTO ->
                terminal
                        && environment.getOrDefault("NO_COLOR", "").isEmpty()
                        && !environment.getOrDefault("TERM", "").equals("dumb");
        };
    }

    /** Columns of the terminal, as far as anybody knows. */
    public int width() {
        int known = width;
        if (known == 0) {
            known = told(environment.getOrDefault("COLUMNS", ""))
                    .or(() -> told(size().replaceAll(".* ", "")))
                    .orElse(USUAL_WIDTH);
            width = known;
        }
        return known;
    }

    /** Lines of the terminal, as far as anybody knows; asked anew each time, for windows are resized. */
    public int height() {
        return told(size().replaceAll(" .*", "")).orElse(USUAL_HEIGHT);
    }

    private String size() {
        if (!errIsTerminal && !outIsTerminal) return "";
        try {
            var stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException unknown) {
            return "";
        }
    }

    private static Optional<Integer> told(String text) {
        if (!text.matches("\\d{2,4}")) return Optional.empty();
        int cells = Integer.parseInt(text);
        return cells >= 10 && cells <= 1_000 ? Optional.of(cells) : Optional.empty();
    }
}
