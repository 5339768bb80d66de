package io.tidewheel.cli.verbs;

import io.tidewheel.cli.errors.CliError;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Another user, as whom a server that was started by root runs the agents beside it: tasks then cannot read what the server keeps.
 *
 * @param group the number of the user's own group
 */
record AgentUser(String name, String group) {
    private static final String ROOT = "0";
    private static final int PATIENCE_SECONDS = 60;

    /** Checks that there is such a user, that this process may become it, and that the program can be started as that user. */
    static AgentUser find(String name, List<String> program) throws InterruptedException {
        if (!answer("id", "-u").equals(ROOT))
            throw CliError.usage(
                    "--agent-user: only root may run agents as another user, and this is not root",
                    "start the server as root, or without agents on this machine: --agents 0");
        var number = answer("id", "-u", "--", name);
        if (number.isEmpty())
            throw CliError.usage("--agent-user: there is no user '%s' on this machine".formatted(name));
        if (number.equals(ROOT))
            throw CliError.usage("--agent-user: '%s' is the user of the server itself".formatted(name));
        var found = new AgentUser(name, answer("id", "-g", "--", name));
        found.check(program);
        return found;
    }

    private void check(List<String> program) throws InterruptedException {
        var words = new ArrayList<>(words());
        words.addAll(program);
        words.add("--version");
        var builder = new ProcessBuilder(words);
        prepare(builder);
        if (!answer(builder).isEmpty()) return;
        throw CliError.usage(
                "--agent-user: user '%s' cannot start %s".formatted(name, program.getFirst()),
                "install tidewheel and its JDK where that user may read them, and util-linux for setpriv");
    }

    /** What stands before the words of a command so that it runs as that user. */
    List<String> words() {
        return List.of("setpriv", "--reuid", name, "--regid", group, "--init-groups", "--");
    }

    /** The folder and the environment of root are no place for that user. */
    void prepare(ProcessBuilder builder) {
        builder.directory(new File("/"));
        var environment = builder.environment();
        for (var variable : List.of("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "MAIL", "TIDEWHEEL_DATA"))
            environment.remove(variable);
        environment.put("USER", name);
        environment.put("LOGNAME", name);
        environment.put("TIDEWHEEL_NO_BUILD", "1");
    }

    private static String answer(String... words) throws InterruptedException {
        return answer(new ProcessBuilder(words));
    }

    /** What a command prints; nothing if it fails. */
    private static String answer(ProcessBuilder builder) throws InterruptedException {
        try {
            var process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
            process.getOutputStream().close();
            var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            boolean ended = process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
            return ended && process.exitValue() == 0 ? text : "";
        } catch (IOException missing) {
            return "";
        }
    }
}
