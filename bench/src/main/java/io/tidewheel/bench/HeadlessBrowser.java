package io.tidewheel.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A Chromium without a window that runs scripts in one page; spoken to in its own debugging protocol. */
final class HeadlessBrowser implements AutoCloseable {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final String SAYS = "DevTools listening on ";

    private final Process process;
    private final HttpClient http = HttpClient.newHttpClient();
    private final WebSocket socket;
    private final AtomicInteger asked = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> open = new ConcurrentHashMap<>();
    private String page = "";

    private HeadlessBrowser(Process process, URI address) throws IOException, InterruptedException {
        this.process = process;
        this.socket = await(http.newWebSocketBuilder().buildAsync(address, new Answers()));
    }

    /** The browser of this machine, if it has one. */
    static Optional<Path> program() {
        return Stream.of(System.getenv().getOrDefault("PATH", "/usr/bin").split(":"))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** @param scratch a folder for what it remembers */
    static HeadlessBrowser start(Path program, Path scratch) throws IOException, InterruptedException {
        var process = new ProcessBuilder(
                        program.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--disable-background-timer-throttling",
                        "--disable-renderer-backgrounding",
                        "--disable-backgrounding-occluded-windows",
                        // Without it, moves within a page are dropped once there were 200 in ten seconds: a click that
                        // does nothing.
                        "--disable-ipc-flooding-protection",
                        "--window-size=1280,900",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + scratch,
                        "about:blank")
                .redirectErrorStream(true)
                .start();
        var browser = new HeadlessBrowser(process, address(process));
        var target =
                browser.call("Target.createTarget", MAPPER.createObjectNode().put("url", "about:blank"));
        var attached = browser.call(
                "Target.attachToTarget",
                MAPPER.createObjectNode()
                        .put("targetId", target.path("targetId").asString())
                        .put("flatten", true));
        browser.page = attached.path("sessionId").asString();
        return browser;
    }

    private static URI address(Process process) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            if (!line.startsWith(SAYS)) continue;
            Thread.ofVirtual().name("browser-output").start(() -> drain(lines));
            return URI.create(line.substring(SAYS.length()).strip());
        }
        throw new IOException("the browser ended before it listened");
    }

    /** A pipe that nobody reads would stop it some day. */
    private static void drain(BufferedReader lines) {
        try {
            lines.transferTo(Writer.nullWriter());
        } catch (IOException ended) {
            // so has the browser
        }
    }

    void go(String address) throws IOException, InterruptedException {
        call("Page.enable", MAPPER.createObjectNode());
        call("Page.navigate", MAPPER.createObjectNode().put("url", address));
    }

    /** The value of an expression in the page; a promise is waited for. */
    JsonNode run(String expression) throws IOException, InterruptedException {
        var answer = call(
                "Runtime.evaluate",
                MAPPER.createObjectNode()
                        .put("expression", expression)
                        .put("awaitPromise", true)
                        .put("returnByValue", true));
        if (answer.has("exceptionDetails"))
            throw new IOException("a script failed in the browser: " + answer.path("exceptionDetails"));
        return answer.path("result").path("value");
    }

    private JsonNode call(String method, ObjectNode parameters) throws IOException, InterruptedException {
        int number = asked.incrementAndGet();
        var answer = new CompletableFuture<JsonNode>();
        open.put(number, answer);
        var message = MAPPER.createObjectNode().put("id", number).put("method", method);
        if (!page.isEmpty()) message.put("sessionId", page);
        message.set("params", parameters);
        await(socket.sendText(message.toString(), true));
        var found = await(answer);
        if (found.has("error")) throw new IOException("%s: %s".formatted(method, found.path("error")));
        return found.path("result");
    }

    private static <T> T await(CompletableFuture<T> coming) throws IOException, InterruptedException {
        try {
            return coming.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException failed) {
            throw new IOException("the browser did not answer", failed);
        }
    }

    private final class Answers implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                var message = MAPPER.readTree(text.toString());
                text.setLength(0);
                var waiting = open.remove(message.path("id").asInt(0));
                if (waiting != null) waiting.complete(message);
            }
            from.request(1);
            return CompletableFuture.completedFuture(null);
        }
    }

    @Override
    public void close() {
        socket.abort();
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS))
                process.destroyForcibly().waitFor();
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        http.shutdownNow();
    }
}
