package io.tidewheel.protocol.extensions;

import io.tidewheel.model.extensions.ExtensionFailure;
import io.tidewheel.model.extensions.ExtensionSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One life of a program that answers calls: a line in for each, a line out for each, in whatever order. */
final class ProgramProcess {
    private static final Duration READY = Duration.ofSeconds(10);
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Duration CANCELLATION = Duration.ofSeconds(10);
    private static final int LONGEST_LINE = 16 << 20;
    private static final int LONGEST_COMPLAINT = 300;
    private static final int MOST_AT_ONCE = 64;
    /** Nothing of what else the server knows. */
    private static final Set<String> INHERITED = Set.of("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "TZ", "USER");

    private final ExtensionSpec spec;
    private final Process process;
    private final OutputStream in;
    private final Map<Long, OpenCall> calls = new HashMap<>();
    private final CompletableFuture<Integer> ready = new CompletableFuture<>();
    private Semaphore atOnce = new Semaphore(1);
    private final Thread complaints;
    private volatile String complaint = "";
    private volatile String reason = "";

    /** A call that waits for its answer, and who takes the lines before it. */
    private record OpenCall(CompletableFuture<@Nullable Object> answer, Consumer<String> lines) {}

    private ProgramProcess(ExtensionSpec spec, Process process) {
        this.spec = spec;
        this.process = process;
        this.in = process.getOutputStream();
        this.complaints = Thread.ofPlatform()
                .daemon()
                .name("extension-" + spec.name() + "-complaints")
                .unstarted(this::readComplaints);
    }

    /** Starts it and waits until it says that it is ready. */
    static ProgramProcess start(ExtensionSpec spec, Path folder) throws ExtensionFailure {
        var words = new ArrayList<>(spec.command());
        var first = folder.resolve(words.getFirst());
        if (words.getFirst().indexOf('/') >= 0 || Files.isRegularFile(first)) words.set(0, first.toString());
        try {
            var builder = new ProcessBuilder(words).directory(folder.toFile());
            builder.environment().keySet().retainAll(INHERITED);
            var started = new ProgramProcess(spec, builder.start());
            started.listen();
            started.awaitReady();
            return started;
        } catch (IOException failed) {
            throw new ExtensionFailure("plug-in %s cannot be started: %s".formatted(spec.name(), failed.getMessage()));
        }
    }

    private void listen() {
        complaints.start();
        Thread.ofPlatform().daemon().name("extension-" + spec.name()).start(this::readAnswers);
    }

    private void awaitReady() throws ExtensionFailure {
        var patience = spec.limit().compareTo(READY) < 0 ? spec.limit() : READY;
        try {
            atOnce = new Semaphore(ready.get(patience.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException late) {
            kill("it did not say that it is ready");
            throw new ExtensionFailure(
                    "plug-in %s did not say within %d ms that it is ready: its first line is {\"ready\":true}"
                            .formatted(spec.name(), patience.toMillis()));
        } catch (ExecutionException failed) {
            kill("it was never ready");
            throw failed.getCause() instanceof ExtensionFailure told
                    ? told
                    : new ExtensionFailure("plug-in %s: %s".formatted(spec.name(), failed.getCause()));
        } catch (InterruptedException stopped) {
            kill("whoever asked it stops");
            Thread.currentThread().interrupt();
            throw new ExtensionFailure("plug-in %s was not waited for: whoever asked it stops".formatted(spec.name()));
        }
    }

    boolean isAlive() {
        return process.isAlive() && reason.isEmpty();
    }

    /** Sends a call; its answer comes with the future, and before it perhaps lines. */
    CompletableFuture<@Nullable Object> ask(
            Map<String, Object> line, long id, Consumer<String> lines, long patienceNanos)
            throws InterruptedException, TimeoutException, ExtensionFailure {
        var text = JsonLine.write(line);
        if (text.length() > LONGEST_LINE)
            throw new ExtensionFailure("plug-in %s is not asked: the call is longer than %d MiB"
                    .formatted(spec.name(), LONGEST_LINE >> 20));
        var room = atOnce;
        if (!room.tryAcquire(patienceNanos, TimeUnit.NANOSECONDS)) throw new TimeoutException();
        var answer = new CompletableFuture<@Nullable Object>();
        var _ = answer.whenComplete((_, _) -> room.release());
        synchronized (calls) {
            calls.put(id, new OpenCall(answer, lines));
        }
        try {
            send(text);
        } catch (IOException broken) {
            fail(ended());
        }
        if (!process.isAlive()) fail(ended());
        return answer;
    }

    /** The answer is not wanted any more. If none comes soon all the same, the program ends: it may still be at work. */
    void cancel(long id) {
        OpenCall call;
        synchronized (calls) {
            call = calls.get(id);
        }
        if (call == null) return;
        try {
            send("{\"v\":1,\"cancel\":%d}".formatted(id));
            call.answer.get(CANCELLATION.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException ended) {
            // it heeded the request
        } catch (IOException | TimeoutException | InterruptedException stubborn) {
            kill("it was ended because it did not end a call that was cancelled");
        }
    }

    private synchronized void send(String text) throws IOException {
        in.write((text + "\n").getBytes(StandardCharsets.UTF_8));
        in.flush();
    }

    private void readAnswers() {
        try (var out = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
            var reader = new BufferedReader(out, 1 << 16);
            for (var line = line(reader); line != null; line = line(reader)) if (!line.isBlank()) take(line);
            // Whoever asked wants to know what it complained about before it ended.
            if (process.waitFor(GRACE.toNanos(), TimeUnit.NANOSECONDS)) complaints.join(GRACE);
            fail(ended());
        } catch (IOException broken) {
            fail(ended());
        } catch (IllegalArgumentException nonsense) {
            kill("it said nonsense");
            fail(new ExtensionFailure(
                    "plug-in %s said something that is no answer: %s".formatted(spec.name(), nonsense.getMessage())));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            fail(ended());
        }
    }

    private static @Nullable String line(Reader from) throws IOException {
        var line = new StringBuilder();
        for (int next = from.read(); ; next = from.read()) {
            if (next < 0) return line.isEmpty() ? null : line.toString();
            if (next == '\n') return line.toString();
            if (line.length() >= LONGEST_LINE)
                throw new IllegalArgumentException("a line is longer than %d MiB".formatted(LONGEST_LINE >> 20));
            line.append((char) next);
        }
    }

    private void take(String line) {
        if (!(JsonLine.read(line) instanceof Map<?, ?> answer))
            throw new IllegalArgumentException("a line that is no object");
        if (!ready.isDone()) {
            beReady(answer);
            return;
        }
        if (!(answer.get("id") instanceof Long id))
            throw new IllegalArgumentException("an answer without a whole 'id'");
        if (answer.containsKey("line") && !(answer.get("line") instanceof String))
            throw new IllegalArgumentException("a 'line' that is no text");
        OpenCall call;
        synchronized (calls) {
            call = answer.containsKey("line") ? calls.get(id) : calls.remove(id);
        }
        if (call == null) return; // nobody waits for it any more
        if (answer.get("line") instanceof String printed) {
            call.lines.accept(printed);
            return;
        }
        var asked = call.answer;
        if (answer.containsKey("error"))
            asked.completeExceptionally(
                    new ExtensionFailure("plug-in %s: %s".formatted(spec.name(), complaint(answer))));
        else if (answer.containsKey("result")) asked.complete(answer.get("result"));
        else
            asked.completeExceptionally(new ExtensionFailure(
                    "plug-in %s answered with neither 'result' nor 'error'".formatted(spec.name())));
    }

    /** What it says is wrong; a runtime may add what its program returned and printed last. */
    private static String complaint(Map<?, ?> answer) {
        var text = new StringBuilder(String.valueOf(answer.get("error")));
        if (answer.get("exitCode") instanceof Long code)
            text.append(", exit code: ").append(code);
        if (answer.get("output") instanceof String output && !output.isBlank())
            text.append(": ").append(output.strip());
        return text.toString();
    }

    private void beReady(Map<?, ?> first) {
        long most = first.get("concurrency") instanceof Long said ? said : 1;
        if (!Boolean.TRUE.equals(first.get("ready")) || most < 1)
            ready.completeExceptionally(new ExtensionFailure(
                    "plug-in %s did not begin with {\"ready\":true,\"concurrency\":N}".formatted(spec.name())));
        else ready.complete((int) Math.min(most, MOST_AT_ONCE));
    }

    private void readComplaints() {
        try (var reader = process.errorReader(StandardCharsets.UTF_8)) {
            for (var line = line(reader); line != null; line = line(reader))
                if (!line.isBlank())
                    complaint = line.length() > LONGEST_COMPLAINT ? line.substring(0, LONGEST_COMPLAINT) : line;
        } catch (IOException | IllegalArgumentException ended) {
            process.destroyForcibly();
        }
    }

    private ExtensionFailure ended() {
        return new ExtensionFailure("plug-in %s %s".formatted(spec.name(), lastWords()));
    }

    /** How it ended. */
    String lastWords() {
        if (!reason.isEmpty()) return reason;
        var how = process.isAlive() ? "closed its output" : "ended with exit code " + process.exitValue();
        return complaint.isEmpty() ? how : how + ": " + complaint;
    }

    private void fail(ExtensionFailure why) {
        List<OpenCall> open;
        synchronized (calls) {
            open = List.copyOf(calls.values());
            calls.clear();
        }
        ready.completeExceptionally(why);
        open.forEach(call -> call.answer.completeExceptionally(why));
        process.destroyForcibly();
    }

    void kill(String why) {
        reason = why;
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /** Lets it come to its end: no more calls will come. */
    void end() {
        reason = "has been closed";
        try {
            in.close();
            if (process.waitFor(GRACE.toNanos(), TimeUnit.NANOSECONDS)) return;
        } catch (IOException broken) {
            // it is gone
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
