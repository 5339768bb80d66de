package io.tidewheel.cli.run;

import com.google.protobuf.ByteString;
import io.tidewheel.agent.files.FileSearch;
import io.tidewheel.cli.api.ApiClient;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.text.Console;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.protocol.wire.Work;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** What a single command is given to read: what we are given. */
final class CommandInput {
    private static final Path OURS = Path.of("/dev/stdin");
    private static final Duration BEFORE_SAYING_SO = Duration.ofSeconds(3);

    private CommandInput() {}

    /** Says that what we are given is of no use, if there is something in it. */
    static void ignore(Console console) {
        try {
            if (console.inIsGiven() && console.in().available() > 0) {
                console.note("tidewheel: standard input is not read here: only a single command gets it");
            }
        } catch (IOException unreadable) {
            return; // nobody wants it
        }
    }

    /** For a command of this machine: our own input, or, if it may be tried again, a copy of it that each try reads from the beginning. */
    static Optional<Path> here(Console console, RunDraft draft) {
        if (!isPassed(console, draft)) return Optional.empty();
        return Optional.of(draft.asked().effective(SubmissionField.RETRY).maxAttempts() == 1 ? OURS : copy(console));
    }

    /** For a command somewhere else: all of it is brought to the server before the command is submitted, so that each try finds it. */
    static RunDraft brought(Console console, RunDraft draft, ApiClient api) {
        if (!isPassed(console, draft)) return draft;
        var copy = copy(console);
        try {
            if (Files.size(copy) == 0) return draft;
            var hash = FileSearch.hash(copy, () -> {});
            var address = "/files/" + hash.hex();
            if (!isThere(api, address)) api.put(address, copy);
            return draft.with(draft.work().toBuilder()
                    .setStdinSha256(ByteString.copyFrom(hash.bytes()))
                    .build());
        } catch (IOException failed) {
            throw unreadable(failed);
        } finally {
            remove(copy);
        }
    }

    static void remove(Path copy) {
        try {
            if (!copy.equals(OURS)) Files.deleteIfExists(copy);
        } catch (IOException busy) {
            copy.toFile().deleteOnExit();
        }
    }

    /** The same work with the file as what its command reads. */
    static Work reading(Work work, Path file) {
        return work.toBuilder()
                .setCommands(0, work.getCommands(0).toBuilder().setStdinFile(file.toString()))
                .build();
    }

    private static boolean isPassed(Console console, RunDraft draft) {
        return console.inIsGiven() && draft.readsInput();
    }

    private static boolean isThere(ApiClient api, String address) {
        try {
            api.get(address);
            return true;
        } catch (CliError refused) {
            if (refused.exitCode() == ExitCodes.NOT_FOUND) return false;
            throw refused;
        }
    }

    private static Path copy(Console console) {
        var read = new CountDownLatch(1);
        Thread.ofVirtual().name("long input").start(() -> sayIfLong(console, read));
        try {
            var copy = Files.createTempFile("tidewheel-", ".stdin");
            try (var out = Files.newOutputStream(copy)) {
                console.in().transferTo(out);
            }
            return copy;
        } catch (IOException failed) {
            throw unreadable(failed);
        } finally {
            read.countDown();
        }
    }

    private static void sayIfLong(Console console, CountDownLatch read) {
        try {
            if (read.await(BEFORE_SAYING_SO.toNanos(), TimeUnit.NANOSECONDS)) return;
            console.note("tidewheel: the command begins when standard input has been read to its end;"
                    + " if it reads none, add: < /dev/null");
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private static CliError unreadable(IOException failed) {
        return new CliError(ExitCodes.ERROR, "standard input could not be passed on: " + failed.getMessage());
    }
}
