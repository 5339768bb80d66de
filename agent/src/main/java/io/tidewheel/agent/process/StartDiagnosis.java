package io.tidewheel.agent.process;

import io.tidewheel.agent.process.CommandLookup.Kind;
import io.tidewheel.agent.process.CommandNotStarted.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Finds out afterwards why a command could not be started. The system answers with one number for the folder, the program and
 * its interpreter alike; looking at each of them tells which it was.
 */
final class StartDiagnosis {

    /** How much of a file is looked at to tell a script from a binary. */
    private static final int HEAD_BYTES = 256;

    private StartDiagnosis() {}

    /** What the trouble with the working folder is, if there is any. */
    static Optional<CommandNotStarted> withFolder(Path folder) {
        if (!Files.exists(folder)) return Optional.of(folderUnusable(folder, "does not exist"));
        if (!Files.isDirectory(folder)) return Optional.of(folderUnusable(folder, "is not a folder"));
        if (!Files.isExecutable(folder)) return Optional.of(folderUnusable(folder, "may not be entered by this user"));
        return Optional.empty();
    }

    /** What the trouble with the program at a path is; {@code systemSays} is used when nothing better is found. */
    static CommandNotStarted withProgram(Path program, String systemSays) {
        var kind = look(program);
        if (kind != Kind.PROGRAM) return CommandLookup.refusal(program.toString(), kind);
        var interpreter = missingInterpreter(head(program));
        if (interpreter.isPresent()) {
            return notExecutable(
                    "'" + program + "' names an interpreter that does not exist: '" + interpreter.get() + "'");
        }
        return notExecutable("'" + program + "' could not be executed: " + systemSays);
    }

    /** What can be told about a program without trying it: used where a failed start would not be seen as one. */
    static Optional<CommandNotStarted> before(Path program) {
        var kind = look(program);
        if (kind != Kind.PROGRAM) return Optional.of(CommandLookup.refusal(program.toString(), kind));
        var head = head(program);
        if (missingInterpreter(head).isPresent()) return Optional.of(withProgram(program, ""));
        return isKnownBinary(head) || isText(head) ? Optional.empty() : Optional.of(notForThisMachine(program));
    }

    /** Whether only a shell can run the file. */
    static boolean isScriptWithoutInterpreter(Path program) {
        var head = head(program);
        boolean marked = head.length >= 2 && head[0] == '#' && head[1] == '!';
        return head.length > 0 && !marked && !isKnownBinary(head) && isText(head);
    }

    static CommandNotStarted notForThisMachine(Path program) {
        return notExecutable(
                "'" + program + "' is not a program for this machine: neither a known binary format nor a script");
    }

    static CommandNotStarted tooLong(ProcessSpec spec) {
        return new CommandNotStarted(
                Reason.COMMAND_TOO_LONG,
                "the " + spec.argv().size() + " words of command '" + spec.command() + "' and its "
                        + spec.environment().size()
                        + " environment variables are longer than the system allows; pass the data in a file");
    }

    static CommandNotStarted exhausted(String what, String systemSays) {
        return new CommandNotStarted(
                Reason.MACHINE_EXHAUSTED, "the machine could not provide " + what + ": " + systemSays);
    }

    static Kind look(Path path) {
        if (!Files.exists(path)) return Kind.MISSING;
        if (Files.isDirectory(path)) return Kind.FOLDER;
        return Files.isExecutable(path) ? Kind.PROGRAM : Kind.NOT_EXECUTABLE;
    }

    /** Whether a file without a "#!" line is text, which a shell may try, rather than a binary of a foreign kind. */
    static boolean looksLikeText(Path file) {
        return isText(head(file));
    }

    private static boolean isText(byte[] head) {
        for (byte b : head) {
            if (b == '\n') return true;
            if (b == 0) return false;
        }
        return true;
    }

    /** ELF, and the formats of macOS. */
    private static boolean isKnownBinary(byte[] head) {
        if (head.length < 4) return false;
        int magic = ByteBuffer.wrap(head).getInt();
        return magic == 0x7f454c46 || magic == 0xcffaedfe || magic == 0xcafebabe;
    }

    private static Optional<String> missingInterpreter(byte[] head) {
        var text = new String(head, StandardCharsets.UTF_8);
        if (!text.startsWith("#!")) return Optional.empty();
        var words = text.substring(2).lines().findFirst().orElse("").strip().split("\\s+", 2);
        return Files.exists(Path.of(words[0])) ? Optional.empty() : Optional.of(words[0]);
    }

    private static byte[] head(Path file) {
        try (var in = Files.newInputStream(file)) {
            return in.readNBytes(HEAD_BYTES);
        } catch (IOException unreadable) {
            return new byte[0]; // a program need not be readable to be run
        }
    }

    private static CommandNotStarted folderUnusable(Path folder, String why) {
        return new CommandNotStarted(Reason.WORKING_FOLDER_UNUSABLE, "the working folder '" + folder + "' " + why);
    }

    private static CommandNotStarted notExecutable(String message) {
        return new CommandNotStarted(Reason.COMMAND_NOT_EXECUTABLE, message);
    }

    static CommandNotStarted withInput(Path input, String says) {
        return new CommandNotStarted(
                CommandNotStarted.Reason.INPUT_UNREADABLE,
                "its standard input '%s' cannot be read: %s".formatted(input, says));
    }
}
