package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidewheel.server.sites.TascaasSettings;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Conversations as the programs of TaScaaS have them, byte for byte on the wire and in their order: the daemon, the balanced program that reads code and count
 * from the text alone, and the script of the plain split with its broken last request. They know nothing of ours but the address that they are given.
 */
class OriginalClientsTest {
    private static final String SECRET = "a-secret-of-sites";

    @TempDir
    Path folder;

    private ApiFixture server(boolean isOpen) throws Exception {
        var data = folder.resolve("data");
        var sites = TascaasSettings.of(SECRET);
        var settings = ApiFixture.settings(data).withTascaas(isOpen ? sites.withOpenBalancing() : sites);
        return new ApiFixture(data, settings, _ -> MemoryDatabase.empty());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBalancedJobIsDoneByTheDaemonAndItsPrograms(boolean isOpen) throws Exception {
        try (var api = server(isOpen)) {
            long run = submit(api, 1000, 400, 2);
            var daemon = new Daemon(api.uri("/tascaas").toString(), 2, 4);
            daemon.scale();
            var children = daemon.ask(2);
            assertThat(children).hasSize(2);
            for (var child : children) new BalancedProgram(child, 500).work();
            await().until(() -> api.run(run).get("state").asString().equals("SUCCEEDED"));
            assertThat(api.get("/api/v1/runs/%d/job".formatted(run))
                            .json()
                            .get("stored")
                            .asLong())
                    .isGreaterThanOrEqualTo(1000);
            assertThat(daemon.ask(2)).isEmpty();
            daemon.interrupt();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aPlainSplitIsDoneByTheDaemonAndTheScript(boolean isOpen) throws Exception {
        try (var api = server(isOpen)) {
            long run = submit(api, 22, -1, 5);
            var daemon = new Daemon(api.uri("/tascaas").toString(), 5, 5);
            var children = daemon.ask(5);
            long files = 0;
            for (var child : children) files += new SplitScript(child).work();
            assertThat(files).isEqualTo(22);
            await().until(() -> api.run(run).get("state").asString().equals("SUCCEEDED"));
            daemon.interrupt();
        }
    }

    private static long submit(ApiFixture api, long iterations, long time, int workers) {
        var config =
                "{\\\"iterations\\\": %d, \\\"time\\\": %d, \\\"inputFile\\\": \\\"job.config\\\", \\\"initWorkers\\\": %d}"
                        .formatted(iterations, time, workers);
        var reply = api.post("/api/v1/sites/jobs", "{\"file\": \"job.config\", \"text\": \"%s\"}".formatted(config));
        assertThat(reply.status()).as(reply.body()).isEqualTo(201);
        return reply.json().get("id").asLong();
    }

    /** The six words with which the daemon starts a program. */
    private record Child(
            String dataUrl, String balancer, String job, String worker, String reportTime, String upload) {}

    /** Registers, tells how large it is, asks for partitions, and says goodbye; anything but 200 where it looks at the status is its end. */
    private static final class Daemon {
        private final String base;
        private final String id;
        private final int most;

        Daemon(String base, int slots, int most) throws IOException {
            this.base = base;
            this.most = most;
            var answer = ok(base + "/node/register?secret=%s&slots=%d&maxSlots=%d".formatted(SECRET, slots, most));
            assertThat(answer.path("scaleTime").isNumber()).isTrue();
            this.id = answer.path("id").asString();
        }

        /** Every two thirds of the scale time: an update without parameters, and a second one if the fraction says so. */
        void scale() throws IOException {
            var answer = ok("%s/node/%s/update".formatted(base, id));
            assertThat(answer.path("epoch").isNumber()).isTrue();
            double fraction = Double.parseDouble(answer.path("requiredCap").asString());
            if (fraction <= -0.1) return;
            long slots = Math.clamp((long) Math.ceil(fraction * most), 1, most);
            get("%s/node/%s/update?slots=%d".formatted(base, id, slots));
        }

        List<Child> ask(int free) throws IOException {
            var answer = ok("%s/node/%s/jobs?slots=%d".formatted(base, id, free));
            assertThat(answer.has("requiredCap")).isTrue();
            var children = new ArrayList<Child>();
            for (var config : answer.path("configs")) {
                for (var field : List.of("ID", "reportTime", "worker", "data-url", "nIter"))
                    assertThat(config.path(field).isString()).as(field).isTrue();
                var job = config.path("ID").asString();
                var worker = config.path("worker").asString();
                children.add(new Child(
                        config.path("data-url").asString(),
                        "%s/lb/%s".formatted(base, job),
                        job,
                        worker,
                        config.path("reportTime").asString(),
                        "%s/results/upload/%s/%s?wID=%s".formatted(base, job, worker, id)));
            }
            return children;
        }

        void interrupt() throws IOException {
            get("%s/node/%s/disconnect".formatted(base, id));
        }

        private static JsonNode ok(String url) throws IOException {
            var answer = get(url);
            assertThat(answer.status).as(answer.body).isEqualTo(200);
            return new JsonMapper().readTree(answer.body);
        }
    }

    /** Reads the first number of an answer as a code, skips a word, and takes the next number as its count; it never looks at the status. */
    private record BalancedProgram(Child child, long perReport) {
        void work() throws IOException {
            assertThat(get(child.dataUrl).body).contains("iterations");
            long every = Long.parseLong(child.reportTime);
            long assigned = assigned(get("%s/start?worker=%s&dt=0".formatted(child.balancer, child.worker)).body);
            long done = 0;
            long elapsed = 0;
            while (done < assigned) {
                done = Math.min(assigned, done + perReport);
                elapsed += every;
                assigned = assigned(report("report", done, elapsed));
            }
            assertThat(report("finish", done, elapsed)).startsWith("0");
            put(get(child.upload).body, "Sampled: %d".formatted(done));
        }

        private String report(String what, long done, long elapsed) throws IOException {
            return get("%s/%s?worker=%s&nIter=%d&dt=%d".formatted(child.balancer, what, child.worker, done, elapsed))
                    .body;
        }

        private static long assigned(String text) {
            var words = text.strip().split("\\s+");
            assertThat(words[0]).as(text).isEqualTo("0");
            return Long.parseLong(words[2]);
        }
    }

    /** Takes what stands behind the first colon of a line; of its last request only the beginning is sent, without worker and count. */
    private record SplitScript(Child child) {
        long work() throws IOException {
            get(child.dataUrl);
            var told = get("%s/start?worker=%s&dt=0".formatted(child.balancer, child.worker)).body;
            var line = told.lines()
                    .filter(each -> each.contains("Assigned:"))
                    .findFirst()
                    .orElseThrow();
            long files = Long.parseLong(line.substring(line.indexOf(':') + 1).strip());
            get("%s/finish?nIter=".formatted(child.balancer));
            put(get(child.upload).body, "primes");
            return files;
        }
    }

    // --- HTTP, as plain as libcurl and wget speak it ---

    private record Answered(int status, String body) {}

    private static Answered get(String url) throws IOException {
        return send("GET", url, "Accept: */*\r\n", "");
    }

    private static void put(String url, String content) throws IOException {
        var headers = "Accept: */*\r\nContent-Length: %d\r\n".formatted(content.length());
        assertThat(send("PUT", url, headers, content).status).isEqualTo(201);
    }

    private static Answered send(String method, String url, String headers, String content) throws IOException {
        var to = URI.create(url);
        var path = to.getRawPath() + (to.getRawQuery() == null ? "" : "?" + to.getRawQuery());
        try (var socket = new Socket(to.getHost(), to.getPort())) {
            var request = "%s %s HTTP/1.1\r\nHost: %s\r\n%s\r\n%s"
                    .formatted(method, path, to.getAuthority(), headers, content);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            var in = socket.getInputStream();
            var head = new StringBuilder();
            while (!head.toString().endsWith("\r\n\r\n")) head.append((char) in.read());
            var lines = head.toString().split("\r\n");
            int length = 0;
            for (var line : lines) {
                if (line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
                    length = Integer.parseInt(line.substring(15).strip());
            }
            var body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
            return new Answered(Integer.parseInt(lines[0].split(" ")[1]), body);
        }
    }
}
