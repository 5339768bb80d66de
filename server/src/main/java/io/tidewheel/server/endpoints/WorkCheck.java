package io.tidewheel.server.endpoints;

import io.tidewheel.model.Sha256;
import io.tidewheel.protocol.wire.CollectKind;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.RetryRule;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.protocol.wire.Work;
import java.net.URI;
import java.util.regex.Pattern;

/** Refuses work that no agent could run, before it is accepted. */
public final class WorkCheck {
    static final int MAX_COMMANDS = 1_000;
    static final int MAX_STAGED = 10_000;
    static final int MAX_LABEL = 1_000;
    static final int MAX_PATHS = 100_000;
    private static final long LONGEST_SLEEP_MICROS = 366L * 24 * 3600 * 1_000_000;

    private static final Pattern PLUGIN_NAME = Pattern.compile("[a-z][a-z0-9-]{0,62}");

    private WorkCheck() {}

    /** Throws IllegalArgumentException, naming {@code what}, if something is wrong. */
    public static void check(String what, Work work) {
        if (work.getCommandsCount() == 0) throw new IllegalArgumentException(what + " has no command");
        if (work.getCommandsCount() > MAX_COMMANDS) {
            throw new IllegalArgumentException("%s has more than %d commands".formatted(what, MAX_COMMANDS));
        }
        for (var command : work.getCommandsList()) check(what, command);
        checkStaging(what, work);
    }

    private static void checkStaging(String what, Work work) {
        if (work.getStageInCount() + work.getStageOutCount() > MAX_STAGED) {
            throw new IllegalArgumentException(
                    "%s has more than %,d files to be fetched or brought away".formatted(what, MAX_STAGED));
        }
        for (var file : work.getStageInList()) {
            checkPath(what, "a file to be fetched", file.getPath());
            checkUrl(what, "the file '" + file.getPath() + "'", file.getUrl());
            int bytes = file.getSha256().size();
            if (bytes != 0 && bytes != Sha256.BYTES) {
                throw new IllegalArgumentException("%s: the SHA-256 of the file '%s' has %d bytes, not %d"
                        .formatted(what, file.getPath(), bytes, Sha256.BYTES));
            }
        }
        for (var file : work.getStageOutList()) {
            checkPath(what, "the file '" + file.getName() + "'", file.getPath());
            checkUrl(what, "the file '" + file.getName() + "'", file.getUrl());
        }
    }

    /** Addresses may carry a signature, and are therefore not repeated. */
    private static void checkUrl(String what, String which, String url) {
        boolean fine = url.startsWith("http://") || url.startsWith("https://") || url.startsWith("/");
        try {
            fine &= !URI.create(url).toString().isEmpty();
        } catch (IllegalArgumentException malformed) {
            fine = false;
        }
        if (!fine) {
            throw new IllegalArgumentException(
                    "%s: the address of %s begins neither with http:// or https:// nor with /, or is malformed"
                            .formatted(what, which));
        }
    }

    /** The same for one command. */
    public static void check(String what, Command command) {
        var runtime = command.getRuntime();
        if (runtime == Runtime.UNRECOGNIZED)
            throw new IllegalArgumentException(what + " names a runtime this server does not know");
        if (runtime == Runtime.PROCESS
                && (command.getArgumentsCount() == 0 || command.getArguments(0).isEmpty())) {
            throw new IllegalArgumentException(what + " names no program to run");
        }
        if (runtime == Runtime.CONTAINER && command.getImage().isBlank()) {
            throw new IllegalArgumentException(what + " names no container image");
        }
        if (runtime == Runtime.JVM && command.getClassName().isBlank()) {
            throw new IllegalArgumentException(what + " names no class to call");
        }
        if ((runtime == Runtime.PLUGIN) != !command.getRuntimeName().isEmpty()) {
            throw new IllegalArgumentException(
                    what + " must name the runtime of a plug-in if it asks for one, and only then");
        }
        if (runtime == Runtime.PLUGIN
                && !PLUGIN_NAME.matcher(command.getRuntimeName()).matches()) {
            throw new IllegalArgumentException(
                    what + " names a runtime that cannot be: they are made of small letters, digits and -");
        }
        if (runtime == Runtime.SLEEP
                && (command.getSleepMicros() < 0 || command.getSleepMicros() > LONGEST_SLEEP_MICROS)) {
            throw new IllegalArgumentException(what + " sleeps for an impossible time: 0 to 366 days");
        }
        for (var argument : command.getArgumentsList()) refuseNul(what, "an argument", argument);
        command.getEnvironmentMap().forEach((name, value) -> {
            if (name.isEmpty() || name.indexOf('=') >= 0) {
                throw new IllegalArgumentException(
                        "%s sets the environment variable '%s', which is not a name".formatted(what, name));
            }
            refuseNul(what, "an environment variable", name);
            refuseNul(what, "environment variable " + name, value);
        });
        refuseNul(what, "the working folder", command.getWorkingFolder());
        checkLabel(what, command.getLabel());
        checkRetry(what, command.getRetry());
        checkFiles(what, command);
    }

    private static void checkLabel(String what, String label) {
        if (label.length() > MAX_LABEL || label.chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException(
                    "%s: a label has at most %d characters, all on one line".formatted(what, MAX_LABEL));
        }
    }

    private static void checkRetry(String what, RetryRule retry) {
        if (retry.getMaxAttempts() < -1) {
            throw new IllegalArgumentException("%s is to be tried %d times: give a number from 1, or -1 for no end"
                    .formatted(what, retry.getMaxAttempts()));
        }
        if (retry.getExponentialBackoff() < 0 || retry.getDelayMillis() < 0 || retry.getMaxDelayMillis() < 0) {
            throw new IllegalArgumentException(what + " has a retry rule with an impossibly large number");
        }
    }

    private static void checkFiles(String what, Command command) {
        if (command.getMakeFoldersCount() + command.getCollectCount() + command.getInputFilesCount() > MAX_PATHS) {
            throw new IllegalArgumentException("%s names more than %,d files and folders".formatted(what, MAX_PATHS));
        }
        for (var folder : command.getMakeFoldersList()) checkPath(what, "a folder to be made", folder);
        for (var file : command.getInputFilesList()) checkPath(what, "an input file", file);
        for (var wish : command.getCollectList()) {
            checkPath(what, "the output '" + wish.getName() + "'", wish.getPath());
            if (wish.getKind() == CollectKind.UNRECOGNIZED) {
                throw new IllegalArgumentException(
                        "%s: the output '%s' is of a kind this server does not know".formatted(what, wish.getName()));
            }
        }
    }

    private static void checkPath(String what, String which, String path) {
        if (path.isBlank()) throw new IllegalArgumentException("%s: %s has no path".formatted(what, which));
        refuseNul(what, which, path);
    }

    private static void refuseNul(String what, String which, String text) {
        if (text.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "%s: %s contains a NUL character, which no program can be given".formatted(what, which));
        }
    }
}
