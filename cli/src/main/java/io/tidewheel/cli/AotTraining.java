package io.tidewheel.cli;

import io.tidewheel.cli.text.Console;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * Walks once through what users do most, so that the JVM can remember the classes it needed. The launcher starts this
 * to make its AOT caches; what happens here starts fast later. There is one for short commands and, with the word
 * {@code server}, one for servers: all classes of a cache are loaded at every start, and a short command should not pay for a server's.
 */
public final class AotTraining {
    private static final List<List<String>> WALK = List.of(
            List.of("--version"),
            List.of("--help"),
            List.of(),
            List.of("run", "--", "sh", "-c", "echo out; echo err >&2"),
            List.of("run", "--", "false"),
            List.of("run", "--array", "1-20", "--", "true"),
            List.of("run", "--help"),
            List.of("ls"),
            List.of("ls", "-o", "json"),
            List.of("show", "1"),
            List.of("logs", "1"),
            List.of("explain", "2"));

    /** The commands that are given to a server for which an agent works. */
    private static final List<List<String>> VISIT =
            List.of(List.of("run", "--", "true"), List.of("run", "--array", "1-20", "--", "true"), List.of("ls"));

    /** What PostgreSQL asks for if it is not told otherwise (scram_iterations). */
    private static final int USUAL_HASHES = 4_096;

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(10);

    private AotTraining() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        var folder = Files.createTempDirectory("tidewheel-training-");
        if (args.length > 0 && args[0].equals("server")) {
            trainServer(folder);
        } else {
            try {
                for (var words : WALK) execute(folder, words);
            } finally {
                remove(folder);
            }
        }
        // Leaving through exit, as the program does, teaches the JVM that road too.
        System.exit(0);
    }

    private static void trainServer(Path folder) throws IOException, InterruptedException {
        var server = begin(folder, List.of("server", "start", "--port", "0", "--agents", "0"));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> removeAfter(server, folder)));
        for (long waited = 0; !Files.exists(folder.resolve("data/server.json")); waited += PAUSE.toMillis()) {
            if (waited > PATIENCE.toMillis() || !server.isAlive()) throw new IOException("the server did not start");
            Thread.sleep(PAUSE);
        }
        begin(folder, List.of("agent", "start", "--slots", "1"));
        for (var words : VISIT) execute(folder, words);
        trainPostgres();
    }

    /** There is none here to talk to. But the classes can be loaded, and a password hashed, which takes longest when a connection is opened. */
    private static void trainPostgres() throws IOException {
        loadAllBeside("org.postgresql.Driver");
        loadAllBeside("com.zaxxer.hikari.HikariDataSource");
        try {
            var nobody = new PBEKeySpec("nobody".toCharArray(), new byte[16], USUAL_HASHES, 256);
            SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(nobody);
        } catch (GeneralSecurityException unknown) {
            throw new IOException(unknown);
        }
    }

    private static Thread begin(Path folder, List<String> words) {
        return Thread.ofPlatform().daemon().name(String.join(" ", words)).start(() -> execute(folder, words));
    }

    private static void execute(Path folder, List<String> words) {
        Main.execute(console(folder), words.toArray(String[]::new));
    }

    /** Loads the classes of the jar that this one comes from, as far as what they refer to is there. */
    private static void loadAllBeside(String known) throws IOException {
        try {
            var one = Class.forName(known);
            var place = one.getProtectionDomain().getCodeSource().getLocation().toURI();
            loadAll(Path.of(place), one.getClassLoader());
        } catch (ClassNotFoundException | URISyntaxException noFile) {
            throw new IOException(noFile);
        }
    }

    private static void loadAll(Path file, ClassLoader loader) throws IOException {
        try (var jar = new JarFile(file.toFile())) {
            for (var entries = jar.entries(); entries.hasMoreElements(); ) {
                var name = entries.nextElement().getName();
                if (name.endsWith(".class") && !name.startsWith("META-INF") && !name.endsWith("-info.class"))
                    load(name.substring(0, name.length() - ".class".length()).replace('/', '.'), loader);
            }
        }
    }

    private static void load(String name, ClassLoader loader) {
        try {
            Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError optional) {
            return; // it serves a library that we do not have
        }
    }

    private static Console console(Path folder) {
        return new Console(
                new ByteArrayInputStream(new byte[0]),
                OutputStream.nullOutputStream(),
                OutputStream.nullOutputStream(),
                false,
                false,
                Map.of(
                        "HOME", folder.toString(),
                        "TIDEWHEEL_DATA", folder.resolve("data").toString(),
                        "PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin")),
                folder);
    }

    /** A server that stops still writes into its folder. */
    private static void removeAfter(Thread server, Path folder) {
        try {
            server.join(PATIENCE);
            remove(folder);
        } catch (InterruptedException | IOException left) {
            return; // it is a folder for temporary files
        }
    }

    private static void remove(Path folder) throws IOException {
        try (var all = Files.walk(folder)) {
            for (var path : all.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(path);
        }
    }
}
