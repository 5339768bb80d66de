package io.tidewheel.cli.verbs;

import io.tidewheel.balancing.exact.ExactTask;
import io.tidewheel.balancing.exact.TextProtocol;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.text.Console;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tidewheel balance}: RUPER-LB's text server. */
@Command(
        name = "balance",
        description = {
            "Divides iterations among workers as RUPER-LB does, number for number. Reads instructions from standard"
                    + " input, one per line, and answers each at once; ends with instruction 0 or with the input.",
            "",
            "  1 WORKER COUNT SECONDS   report          4 FILE     load a state (or stdin)",
            "  2 WORKER SECONDS         start           5 FILE     save the state",
            "  3 WORKER COUNT SECONDS   finish          6 WORKER   last measure",
            "  0                        end"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidewheel balance 1000000 4 60",
            "  printf '2 0 0\\n0\\n' | tidewheel balance 1000000 4 60",
            "  tidewheel balance 1000000 4 60 -300"
        })
public final class BalanceCommand implements Callable<Integer> {
    private static final Pattern LEADING_NUMBER = Pattern.compile("\\s*([+-]?\\d{1,15}).*", Pattern.DOTALL);
    private static final String EXAMPLE = "example: tidewheel balance 1000000 4 60";
    private static final int LONGEST_STATE_LINE = 1 << 16;
    private static final long LARGEST_STATE = 64L << 20;

    @Parameters(index = "0", paramLabel = "N", description = "How many iterations, all told.")
    private String iterations = "";

    @Parameters(index = "1", paramLabel = "WORKERS", description = "How many workers to begin with.")
    private String workers = "";

    @Parameters(
            index = "2",
            paramLabel = "THRESHOLD",
            description =
                    "Seconds: workers silent for longer are left out, and shares stay when less than half of it is to"
                            + " go.")
    private String threshold = "";

    @Parameters(
            index = "3",
            arity = "0..1",
            paramLabel = "ORIGIN",
            description = "Seconds by which the task began later than now; negative if it began earlier (0).")
    private String origin = "0";

    private final Console console;

    private BalanceCommand(Console console) {
        this.console = console;
    }

    /** Numbers below zero look like options, so whatever is no option counts as an argument. */
    public static CommandLine with(Console console) {
        return new CommandLine(new BalanceCommand(console)).setUnmatchedOptionsArePositionalParams(true);
    }

    @Override
    public Integer call() {
        long total = number("N", iterations, Long.MAX_VALUE);
        int size = (int) number("WORKERS", workers, ExactTask.MOST_WORKERS);
        long seconds = number("THRESHOLD", threshold, Long.MAX_VALUE / 2_000);
        long began = System.nanoTime() + moved() * 1_000_000_000L;
        var files = new CallerFiles();
        var task = ExactTask.of(total, size, seconds);
        for (var line = files.nextLine(); line.isPresent(); line = files.nextLine()) {
            var reply = TextProtocol.obey(task, line.get(), (System.nanoTime() - began) / 1_000_000, files);
            if (reply.ends()) return ExitCodes.OK;
            console.out().print(reply.text());
            console.out().flush();
            if (console.out().checkError()) return ExitCodes.BROKEN_PIPE;
            task = reply.task();
        }
        return ExitCodes.OK;
    }

    private static long number(String name, String text, long most) {
        try {
            long number = Long.parseLong(text.replace("_", ""));
            if (number >= 1 && number <= most) return number;
        } catch (NumberFormatException none) {
            // The sentence below says it.
        }
        if (text.startsWith("--")) throw CliError.usage("there is no option '%s'".formatted(text), EXAMPLE);
        throw CliError.usage("%s must be a whole number from 1 to %d, not '%s'".formatted(name, most, text), EXAMPLE);
    }

    /** Only the number in front counts, as in the original. */
    private long moved() {
        var found = LEADING_NUMBER.matcher(origin);
        if (!found.matches() || Math.abs(Long.parseLong(found.group(1))) > 1_000_000_000L) {
            throw CliError.usage(
                    "ORIGIN must be a number of seconds between -10^9 and 10^9, not '%s'".formatted(origin),
                    "example: tidewheel balance 1000000 4 60 -300");
        }
        return Long.parseLong(found.group(1));
    }

    /** Standard input, and files beside the caller. */
    private final class CallerFiles implements TextProtocol.ProtocolFiles {
        private final InputStream in = new BufferedInputStream(console.in());

        @Override
        public Optional<String> nextLine() {
            try {
                return Optional.ofNullable(readLine());
            } catch (IOException unreadable) {
                throw new UncheckedIOException("cannot read standard input: " + unreadable.getMessage(), unreadable);
            }
        }

        /** What goes beyond the longest line is dropped; what is left is still too long to be an instruction. */
        private @Nullable String readLine() throws IOException {
            var line = new StringBuilder();
            int next = in.read();
            if (next < 0) return null;
            for (; next >= 0 && next != '\n'; next = in.read()) {
                if (line.length() < LONGEST_STATE_LINE) line.append((char) next);
            }
            if (!line.isEmpty() && line.charAt(line.length() - 1) == '\r') line.setLength(line.length() - 1);
            return line.toString();
        }

        @Override
        public Optional<String> read(String name) {
            try {
                var file = file(name);
                if (!Files.isRegularFile(file) || Files.size(file) > LARGEST_STATE) return Optional.empty();
                return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
            } catch (IOException | InvalidPathException unreadable) {
                return Optional.empty();
            }
        }

        @Override
        public boolean write(String name, String text) {
            try {
                Files.writeString(file(name), text, StandardCharsets.ISO_8859_1);
                return true;
            } catch (IOException | InvalidPathException unwritable) {
                return false;
            }
        }

        private Path file(String name) {
            return console.folder().resolve(name);
        }
    }
}
