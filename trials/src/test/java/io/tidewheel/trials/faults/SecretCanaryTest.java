package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.testing.RealPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Secrets that nobody could confuse with anything else are given to servers, agents and users, some work is done well and badly, and then they
 * are looked for wherever somebody may read: what programs print, what the server answers on every path, the command lines of all processes,
 * every file but those that are there to keep a secret, and every row of the database.
 */
class SecretCanaryTest {
    private static final Set<String> KEEP_SECRETS = Set.of("admin.token", "agent.token", "sites.secret");
    private static final String SCRIPT = "env; cat /proc/$PPID/cmdline; echo; echo failing >&2; exit 3";

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Map<String, String> canaries = new LinkedHashMap<>();
    private final List<String> found = new ArrayList<>();

    @Test
    void noSecretIsToldToAnybodyWhoReadsWhatThereIsToRead() throws Exception {
        var database = RealPostgres.shared().createDatabase();
        canaries.put("the password of the database", database.password());
        try (var site = TrialSite.prepare("canary", StoreKind.EMBEDDED)) {
            Files.writeString(site.file("sites.secret"), canary("the secret of sites"));
            site.withServerWords(
                            "--tascaas-secret-file", site.file("sites.secret").toString())
                    .withServerEnvironment(Map.of(
                            "TIDEWHEEL_STORE_POSTGRES",
                            database.jdbcUrl(),
                            "TIDEWHEEL_CLUSTER_SECRET",
                            canary("the secret of the cluster")));
            site.startServer();
            site.awaitServer();
            site.startAgent(
                    "agent",
                    1,
                    Map.of(
                            "TIDEWHEEL_AGENT_CONTAINER_ENGINE",
                            "none",
                            "CLOUD_KEY",
                            canary("the environment of the agent")));
            canaries.put("the token of the administrator", site.token());
            canaries.put("the token of a user", madeToken(site));
            long run = work(site);
            site.tidewheel("list", "token", "ls");
            site.tidewheel("audit", "audit");
            canary("a token that was guessed");
            guess(site, canaries.get("a token that was guessed"));

            search("its own file", Files.readAllBytes(site.file("server-data/admin.token")));
            assertThat(found).as("what the search finds where a secret is").hasSize(1);
            found.clear();

            search("the database", rows(database));
            for (var path : paths(site, run)) search("GET " + path, answer(site, path));
            searchCommandLines(site);
            searchFiles(site);
            assertThat(found).isEmpty();
        }
    }

    private String canary(String what) {
        var secret = "canary-%d-%s".formatted(canaries.size(), HexFormat.of().toHexDigits(System.nanoTime()));
        canaries.put(what, secret);
        return secret;
    }

    private static String madeToken(TrialSite site) throws Exception {
        var answer = site.rest().post("/tokens", "{\"role\": \"user\", \"owner\": \"ann\"}", "token");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        return RestAnswers.parse(answer.body()).path("token").stringValue();
    }

    /** A task that looks for what it could tell, and fails, in the name of the user. */
    private long work(TrialSite site) throws Exception {
        var user = new RestAnswers(site.url(), canaries.get("the token of a user"));
        var body = RestAnswers.object().put("name", "canary");
        body.putArray("command").add("/bin/sh").add("-c").add(SCRIPT);
        var answer = user.post("/runs", body.toString(), "canary");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        long run = RestAnswers.parse(answer.body()).path("id").longValue();
        await("the end of the task")
                .until(() ->
                        user.json("/runs/" + run).path("state").stringValue().equals("FAILED"));
        assertThat(user.text("/api/v1/runs/%d/tasks/0/logs".formatted(run))).contains("PATH=");
        return run;
    }

    private static void guess(TrialSite site, String token) throws Exception {
        assertThat(new RestAnswers(site.url(), token).get("/runs").statusCode()).isEqualTo(401);
        assertThat(new RestAnswers(site.url(), token)
                        .get("/runs?token=" + token)
                        .statusCode())
                .isEqualTo(401);
    }

    private void search(String where, byte[] bytes) {
        var text = new String(bytes, StandardCharsets.ISO_8859_1);
        canaries.forEach((what, secret) -> {
            if (text.contains(secret)) found.add(what + " in " + where);
        });
    }

    /** Every path that can be asked for, with what there is in its places. What is watched has no end. */
    private static List<String> paths(TrialSite site, long run) {
        var paths = new ArrayList<String>();
        RestAnswers.parse(site.rest().text("/openapi.json"))
                .path("paths")
                .properties()
                .forEach(path -> {
                    boolean ends =
                            !path.getKey().endsWith("/events") && !path.getKey().contains("/stream");
                    if (path.getValue().has("get") && ends)
                        paths.add(path.getKey()
                                .replace("{run}", Long.toString(run))
                                .replaceAll("\\{(index|partition|number)}", "0")
                                .replaceAll("\\{[a-z]+}", "nobody"));
                });
        assertThat(paths).hasSizeGreaterThan(40);
        return paths;
    }

    private static byte[] answer(TrialSite site, String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(site.url() + path))
                .timeout(Duration.ofSeconds(60))
                .header("Authorization", "Bearer " + site.token())
                .build();
        return HTTP.send(request, BodyHandlers.ofByteArray()).body();
    }

    private void searchCommandLines(TrialSite site) throws IOException {
        int ours = 0;
        try (var processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
            for (var process : processes) {
                var words = readIfThere(process.resolve("cmdline"));
                if (!new String(words, StandardCharsets.UTF_8)
                        .contains(site.folder().toString())) continue;
                ours++;
                search("the command line of a process", words);
            }
        }
        assertThat(ours).as("server and agent").isGreaterThanOrEqualTo(2);
    }

    private void searchFiles(TrialSite site) throws IOException {
        try (var files = Files.walk(site.folder())) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                if (!KEEP_SECRETS.contains(file.getFileName().toString()))
                    search(site.folder().relativize(file).toString(), readIfThere(file));
            }
        }
    }

    private static byte[] readIfThere(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException gone) {
            return new byte[0];
        }
    }

    /** All rows of all tables as text, and what is bytes as these, too. */
    private static byte[] rows(RealPostgres.Database database) throws SQLException {
        var text = new StringBuilder();
        try (var link = DriverManager.getConnection(database.jdbcUrl());
                var statement = link.createStatement()) {
            var tables = new ArrayList<String>();
            try (var names = statement.executeQuery("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")) {
                while (names.next()) tables.add(names.getString(1));
            }
            assertThat(tables).hasSizeGreaterThan(5);
            for (var table : tables) {
                try (var rows = statement.executeQuery("SELECT * FROM \"" + table + "\"")) {
                    int columns = rows.getMetaData().getColumnCount();
                    while (rows.next()) {
                        for (int i = 1; i <= columns; i++) {
                            var value = rows.getObject(i);
                            text.append(
                                            value instanceof byte[] bytes
                                                    ? new String(bytes, StandardCharsets.ISO_8859_1)
                                                    : value)
                                    .append('\n');
                        }
                    }
                }
            }
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
