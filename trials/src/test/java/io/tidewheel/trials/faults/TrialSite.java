package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.cli.Main;
import io.tidewheel.client.TidewheelClient;
import io.tidewheel.testing.PatientWaiting;
import io.tidewheel.testing.RealPostgres;
import io.tidewheel.testing.TestPorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** A server with its store, and agents and clients as they are wanted: each a process of its own, with their files in one folder. */
final class TrialSite implements AutoCloseable {
    /** Longer than anything takes, also on a machine that is busy with other things. */
    static final Duration PATIENCE = PatientWaiting.LONGEST;

    private static final List<String> SMALL = List.of("-Xmx128m", "-XX:TieredStopAtLevel=1");

    private final Path folder;
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final List<String> serverArguments;
    private final Map<String, TrialProgram> programs = new LinkedHashMap<>();
    private final List<TrialProgram> all = new ArrayList<>();
    private final Map<String, Integer> lives = new LinkedHashMap<>();
    /** A server survives what exhausts its heap; the others end, as the launcher has it. */
    private List<String> serverJvm = List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:-ExitOnOutOfMemoryError");

    private List<String> serverWords = List.of();
    private Map<String, String> serverEnvironment = TrialProgram.NO_CONTAINERS;

    /** What is started next is of this release; empty is what was built just now. */
    private Optional<ProgramRelease> release = Optional.empty();

    private Optional<RealPostgres.Database> database = Optional.empty();

    private TrialSite(Path folder, List<String> serverArguments) {
        this.folder = folder;
        this.serverArguments = serverArguments;
    }

    /**
     * An empty store; the server is not started yet. It will be that of {@code tidewheel server start}, or a {@link ServerProgram} if
     * there are arguments for one.
     */
    static TrialSite prepare(String name, StoreKind store, String... arguments) {
        var site = new TrialSite(newFolder(name + "-" + store), List.of(arguments));
        site.database = store.database();
        return site;
    }

    /** An empty store and a server that is ready. */
    static TrialSite open(String name, StoreKind store, String... arguments) {
        var site = prepare(name, store, arguments);
        site.startServer();
        site.awaitServer();
        return site;
    }

    /** Uses this database instead of the store that was prepared. */
    TrialSite withDatabase(RealPostgres.Database other) {
        database = Optional.of(other);
        return this;
    }

    /** More words for {@code tidewheel server start}. */
    TrialSite withServerWords(String... words) {
        serverWords = List.of(words);
        return this;
    }

    /** What servers have in their environment. */
    TrialSite withServerEnvironment(Map<String, String> environment) {
        serverEnvironment = Map.copyOf(environment);
        return this;
    }

    /** Other options for the JVM of the server. */
    TrialSite withServerJvm(String... options) {
        var all = new ArrayList<>(List.of(options));
        all.add("-XX:-ExitOnOutOfMemoryError");
        serverJvm = List.copyOf(all);
        return this;
    }

    /** What is started from now on is of another release, or again of this one if it is empty. */
    void useRelease(Optional<ProgramRelease> other) {
        release = other;
    }

    Path folder() {
        return folder;
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    int port() {
        return port("server");
    }

    private int port(String server) {
        return ports.computeIfAbsent(server, _ -> TestPorts.free());
    }

    URI url() {
        return url(port());
    }

    /** Of one of several servers. */
    URI url(String server) {
        return url(port(server));
    }

    static URI url(int port) {
        return URI.create("http://127.0.0.1:" + port);
    }

    TrialProgram startServer() {
        return startServer("server");
    }

    /** Starts one of several servers that share a database; each has a port and a folder of its own. */
    TrialProgram startServer(String name) {
        var data = folder.resolve(name + "-data").toString();
        if (serverArguments.isEmpty()) {
            var words = new ArrayList<>(
                    List.of("server", "start", "--agents", "0", "--data", data, "--port", "" + port(name)));
            database.ifPresent(known -> words.addAll(List.of("--postgres", known.jdbcUrl())));
            words.addAll(serverWords);
            return start(name, serverJvm, Main.class, words, serverEnvironment);
        }
        var words = new ArrayList<>(serverArguments);
        words.addAll(List.of("name=" + name, "data=" + data, "port=" + port(name)));
        database.ifPresent(known -> words.add("database=" + known.jdbcUrl()));
        return start(name, serverJvm, ServerProgram.class, words);
    }

    /** Waits until the server is ready to work. */
    void awaitServer() {
        awaitServer("server");
    }

    void awaitServer(String name) {
        await(name + " is ready").pollInterval(Duration.ofMillis(20)).until(() -> {
            assertThat(program(name).isAlive()).as(() -> program(name).output()).isTrue();
            return RestAnswers.isReady(url(port(name)));
        });
    }

    /** The administrator's token, which the first server has left in its folder. */
    String token() {
        try {
            return Files.readString(tokenFile()).strip();
        } catch (IOException error) {
            throw new UncheckedIOException("the server has not left its token", error);
        }
    }

    private Path tokenFile() {
        return file("server-data/admin.token");
    }

    RestAnswers rest() {
        return new RestAnswers(url(), token());
    }

    /** What one of several servers answers. */
    RestAnswers rest(String server) {
        return new RestAnswers(url(server), token());
    }

    TrialProgram startAgent(String name, int slots) {
        return startAgent(name, slots, url());
    }

    /** Starts an agent; each life of it has a name of its own: {@code NAME.LIFE}. */
    TrialProgram startAgent(String name, int slots, URI server) {
        return startAgent(name, slots, server, "scratch");
    }

    /** Starts an agent that is given several servers. */
    TrialProgram startAgent(String name, int slots, List<URI> servers) {
        return start(name, SMALL, Main.class, agentWords(name, slots, joined(servers), "scratch"));
    }

    private static String joined(List<URI> servers) {
        return servers.stream().map(URI::toString).collect(Collectors.joining(","));
    }

    /** Starts an agent whose files are in a folder that no other agent has. */
    TrialProgram startAgentApart(String name, int slots) {
        return startAgent(name, slots, url(), "scratch-" + name);
    }

    /** Starts an agent with more in its environment. */
    TrialProgram startAgent(String name, int slots, Map<String, String> environment) {
        return start(name, SMALL, Main.class, agentWords(name, slots, url().toString(), "scratch"), environment);
    }

    private TrialProgram startAgent(String name, int slots, URI server, String scratch) {
        return start(name, SMALL, Main.class, agentWords(name, slots, server.toString(), scratch));
    }

    private List<String> agentWords(String name, int slots, String servers, String scratch) {
        return List.of(
                "agent",
                "start",
                "--server",
                servers,
                "--token-file",
                tokenFile().toString(),
                "--name",
                name + "." + (lives(name) + 1),
                "--slots",
                Integer.toString(slots),
                "--scratch",
                makeFolder(folder.resolve(scratch)).toString());
    }

    /** Starts an array of a shell script and does not wait for its end. */
    TrialProgram startArray(String name, URI server, int tasks, String script) {
        var words = List.of(
                "run",
                "--server",
                server.toString(),
                "--token-file",
                tokenFile().toString(),
                "--quiet",
                "--array",
                "0-" + (tasks - 1),
                "--",
                "/bin/sh",
                "-c",
                script);
        return start(name, SMALL, Main.class, words);
    }

    /** Runs a command of the program against the server to its end, and answers what it said. */
    String tidewheel(String name, String... words) {
        return tidewheel(name, 0, words);
    }

    /** The same for a command that is to end with a certain code. */
    String tidewheel(String name, int code, String... words) {
        var all = new ArrayList<>(List.of(words));
        all.addAll(List.of(
                "--server", url().toString(), "--token-file", tokenFile().toString()));
        var program = start(name, SMALL, Main.class, all);
        program.awaitEnd();
        assertThat(program.exitCode()).as(program.output()).isEqualTo(code);
        return program.output();
    }

    /** Starts a client; each life of it has a history of its own. */
    TrialProgram startClient(String name, int least, int most) {
        var arguments = List.of(
                "server=" + url(),
                "token=" + token(),
                "key=" + name,
                "least=" + least,
                "most=" + most,
                "effects=" + effectsFile(name),
                "enough=" + enoughFile(name),
                "history=" + historyFile(name, lives(name) + 1));
        return start(name, SMALL, ClientProgram.class, arguments);
    }

    /** Starts a foreign site that takes partitions of jobs, at so many iterations a second. */
    TrialProgram startSite(String name, int slots, int speed) {
        return startSite(name, url(), slots, speed);
    }

    /** Starts a foreign site that knows one of several servers. */
    TrialProgram startSite(String name, URI server, int slots, int speed) {
        var arguments = List.of("server=" + server, "secret=secret-of-the-trial", "slots=" + slots, "speed=" + speed);
        return start(name, SMALL, SiteProgram.class, arguments);
    }

    /** What a user's command says who works with the server. */
    String command(String... words) {
        var all = new ArrayList<>(List.of(words));
        all.addAll(List.of(
                "--server", url().toString(), "--token-file", tokenFile().toString()));
        var program = start("command", SMALL, Main.class, all);
        program.awaitEnd();
        assertThat(program.exitCode()).as(program.output()).isZero();
        return program.output();
    }

    Path historyFile(String client, int life) {
        return file("%s.%d.history".formatted(client, life));
    }

    /** When this file appears the client has done enough. */
    Path enoughFile(String client) {
        return file(client + ".enough");
    }

    Path effectsFile(String client) {
        return file(client + ".effects");
    }

    TaskTraces effects(String client) {
        return TaskTraces.read(effectsFile(client));
    }

    private TrialProgram start(String name, List<String> jvm, Class<?> main, List<String> arguments) {
        return start(name, jvm, main, arguments, TrialProgram.NO_CONTAINERS);
    }

    private TrialProgram start(
            String name, List<String> jvm, Class<?> main, List<String> arguments, Map<String, String> environment) {
        return started(
                name,
                life -> release.map(other -> TrialProgram.java(life, folder, jvm, main, arguments, environment, other))
                        .orElseGet(() -> TrialProgram.java(life, folder, jvm, main, arguments, environment)));
    }

    private TrialProgram started(String name, Function<String, TrialProgram> way) {
        var program = way.apply(name + "." + lives.merge(name, 1, Integer::sum));
        programs.put(name, program);
        all.add(program);
        return program;
    }

    TrialProgram program(String name) {
        var program = programs.get(name);
        if (program == null) throw new IllegalArgumentException("nothing here is called " + name);
        return program;
    }

    /** How often a program of that name was started. */
    int lives(String name) {
        return lives.getOrDefault(name, 0);
    }

    /** A client inside the test. */
    TidewheelClient connect() {
        return connect(url());
    }

    TidewheelClient connect(URI server) {
        return TidewheelClient.connect(server, token());
    }

    /** Where tasks leave their traces. */
    Path effectsFile() {
        return file("effects");
    }

    TaskTraces effects() {
        return TaskTraces.read(effectsFile());
    }

    void awaitTraces(int task, String what, int count) {
        await("task %d: %s".formatted(task, what))
                .until(() -> effects().of(task, what).size() >= count);
    }

    /** Does something while programs that end are started again. */
    <T> T keepingAlive(Collection<String> names, Consumer<String> start, Supplier<T> work) {
        var result = CompletableFuture.supplyAsync(work);
        await("what is done meanwhile").until(() -> {
            for (var name : names) if (!program(name).isAlive()) start.accept(name);
            return result.isDone();
        });
        return result.join();
    }

    /** Ends everything; complains if a program met something that nobody had thought of. */
    @Override
    public void close() {
        programs.values().forEach(TrialProgram::close);
        all.forEach(program -> assertThat(program.output())
                .as(program.toString())
                .doesNotContain(" ERROR ")
                .doesNotContain("unexpected error")
                .doesNotContain("Exception in thread"));
    }

    private static Path newFolder(String name) {
        var parent = makeFolder(Path.of("target", "faults").toAbsolutePath());
        try {
            return Files.createTempDirectory(parent, name + "-");
        } catch (IOException error) {
            throw new UncheckedIOException("cannot make a folder in " + parent, error);
        }
    }

    private static Path makeFolder(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException error) {
            throw new UncheckedIOException("cannot make the folder " + folder, error);
        }
    }
}
