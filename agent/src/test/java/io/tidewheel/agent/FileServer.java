package io.tidewheel.agent;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Keeps files in memory behind a real port, and can misbehave on request. */
final class FileServer implements AutoCloseable {
    private final HttpServer http;
    private final Map<String, byte[]> files = new HashMap<>();
    private final Map<String, Integer> failures = new HashMap<>();
    private final List<String> calls = new ArrayList<>();
    private final Map<String, Runnable> surprises = new HashMap<>();
    private String failureBody = "";
    private int failureStatus = 503;

    FileServer() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        http.createContext("/", this::answer);
        http.start();
    }

    String url(String path) {
        return "http://127.0.0.1:" + http.getAddress().getPort() + path;
    }

    synchronized void put(String path, String content) {
        files.put(path, content.getBytes(StandardCharsets.UTF_8));
    }

    synchronized String get(String path) {
        var bytes = files.get(path);
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }

    /** The next calls of that path fail. */
    synchronized void fail(String path, int times, int status, String body) {
        failures.put(path, times);
        failureStatus = status;
        failureBody = body;
    }

    /** Does something in the midst of the next body that comes to that path. */
    synchronized void duringUpload(String path, Runnable surprise) {
        surprises.put(path, surprise);
    }

    synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().getPath();
            var body = body(path, exchange.getRequestBody());
            if (path.equals("/endless")) flow(exchange);
            else {
                var range = exchange.getRequestHeaders().getFirst("Range");
                var copied = exchange.getRequestHeaders().getFirst("Tidewheel-Copy");
                var digest = exchange.getRequestHeaders().getFirst("Repr-Digest");
                var reply = copied == null && isSpoiled(digest, body)
                        ? new Reply(422, "{\"detail\": \"it has another hash\"}".getBytes(StandardCharsets.UTF_8))
                        : part(range, reply(exchange.getRequestMethod(), path, content(copied, body)));
                exchange.sendResponseHeaders(reply.status, reply.body.length == 0 ? -1 : reply.body.length);
                exchange.getResponseBody().write(reply.body);
            }
        }
    }

    private byte[] body(String path, InputStream in) throws IOException {
        Runnable surprise;
        synchronized (this) {
            surprise = surprises.remove(path);
        }
        var bytes = new ByteArrayOutputStream();
        if (surprise != null) {
            bytes.write(in.readNBytes(1));
            surprise.run();
        }
        in.transferTo(bytes);
        return bytes.toByteArray();
    }

    /** As a real server checks what came. */
    private static boolean isSpoiled(@Nullable String digest, byte[] body) {
        if (digest == null) return false;
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(body);
            return !digest.equals("sha-256=:" + Base64.getEncoder().encodeToString(hash) + ":");
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private record Reply(int status, byte[] body) {}

    private synchronized byte[] content(@Nullable String copied, byte[] body) {
        return copied == null ? body : files.getOrDefault(URI.create(copied).getPath(), body);
    }

    private static Reply part(@Nullable String range, Reply whole) {
        if (range == null || whole.status != 200) return whole;
        var ends = range.substring("bytes=".length()).split("-", -1);
        return new Reply(206, Arrays.copyOfRange(whole.body, Integer.parseInt(ends[0]), Integer.parseInt(ends[1]) + 1));
    }

    private synchronized Reply reply(String method, String path, byte[] body) {
        calls.add(method + " " + path);
        if (failures.merge(path, -1, Integer::sum) >= 0) {
            return new Reply(failureStatus, failureBody.getBytes(StandardCharsets.UTF_8));
        }
        if (method.equals("PUT") || method.equals("POST")) {
            files.put(path, body);
            return new Reply(201, new byte[0]);
        }
        var content = files.get(path);
        return content == null ? new Reply(404, new byte[0]) : new Reply(200, content);
    }

    /** Sends a little and then nothing more, until the other side goes. */
    private void flow(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 1_000_000);
        exchange.getResponseBody().write(new byte[100]);
        exchange.getResponseBody().flush();
        synchronized (this) {
            calls.add("endless");
            try {
                wait();
            } catch (InterruptedException closing) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            notifyAll();
        }
        http.stop(0);
    }
}
