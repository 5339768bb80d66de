package io.tidewheel.agent.files;

import io.tidewheel.model.Sha256;
import io.tidewheel.protocol.ProblemDetail;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;

/** Files over HTTP/1.1: GET to fetch, PUT to bring. Redirections are not followed, so that an address means the host it names. */
final class HttpTransfers implements FileTransfers {
    private static final Duration CONNECT = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofSeconds(60);
    /** Slower than this is taken for dead. */
    private static final long LEAST_BYTES_PER_SECOND = 10_000;

    private static final long LOOK_AGAIN_MILLIS = 50;
    private static final int MOST_TEXT_BYTES = 16 << 10;

    private final HttpClient client;

    HttpTransfers(Optional<SSLContext> tls) {
        var builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT);
        tls.ifPresent(builder::sslContext);
        client = builder.build();
    }

    @Override
    public void fetch(URI from, Optional<Part> part, Path file, Optional<Sha256> expected, StopCheck checkpoint)
            throws IOException {
        if (part.isPresent() && part.get().size() == 0) {
            Files.write(file, new byte[0]); // there is no way to ask for nothing
            return;
        }
        var request = HttpRequest.newBuilder(checked(from)).timeout(ANSWER);
        part.ifPresent(bytes ->
                request.header("Range", "bytes=%d-%d".formatted(bytes.offset(), bytes.offset() + bytes.size() - 1)));
        int good = part.isPresent() ? 206 : 200;
        var response = await(client.sendAsync(request.build(), into(file, good)), checkpoint, file);
        check(response);
        if (response.statusCode() != good)
            throw new Refused(
                    "%s answered %d, not %d".formatted(response.uri().getAuthority(), response.statusCode(), good));
        if (expected.isEmpty()) return;
        var hash = FileSearch.hash(file, checkpoint);
        if (!hash.equals(expected.get())) {
            throw new IOException("what came has the SHA-256 %s, but %s was expected"
                    .formatted(hash.hex(), expected.get().hex()));
        }
    }

    /** The file if all is well; else the words of the other side. */
    private static BodyHandler<String> into(Path file, int good) {
        return answer -> answer.statusCode() == good
                ? BodySubscribers.mapping(
                        BodySubscribers.ofFile(
                                file,
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE,
                                StandardOpenOption.TRUNCATE_EXISTING),
                        _ -> "")
                : words();
    }

    private static HttpResponse.BodySubscriber<String> words() {
        return BodySubscribers.limiting(BodySubscribers.ofString(StandardCharsets.UTF_8), MOST_TEXT_BYTES);
    }

    @Override
    public Brought bring(Path file, Target to, StopCheck checkpoint) throws IOException {
        var hash = FileSearch.hash(file, checkpoint);
        long size = Files.size(file);
        var request = HttpRequest.newBuilder(checked(to.address()))
                .timeout(ANSWER.plusSeconds(size / LEAST_BYTES_PER_SECOND))
                .header("Content-Type", "application/octet-stream")
                // A file that changes on its way is refused by the other side, like one that is damaged.
                .header("Repr-Digest", digest(hash))
                .method(to.add() ? "POST" : "PUT", BodyPublishers.ofFile(file))
                .build();
        check(await(client.sendAsync(request, _ -> words()), checkpoint, Path.of("")));
        return new Brought(size, hash);
    }

    private static String digest(Sha256 hash) {
        return "sha-256=:" + Base64.getEncoder().encodeToString(hash.bytes()) + ":";
    }

    @Override
    public void copy(URI from, URI to, Sha256 hash, StopCheck checkpoint) throws IOException {
        var request = HttpRequest.newBuilder(checked(to))
                .timeout(ANSWER)
                .header("Repr-Digest", digest(hash))
                .header("Tidewheel-Copy", from.getRawPath() + "?" + from.getRawQuery())
                .POST(BodyPublishers.noBody())
                .build();
        check(await(client.sendAsync(request, _ -> words()), checkpoint, Path.of("")));
    }

    /** Waits for the answer, looking now and then whether it is still wanted, and whether a file that is fetched still grows. */
    private static HttpResponse<String> await(
            CompletableFuture<HttpResponse<String>> answer, StopCheck checkpoint, Path growing) throws IOException {
        var progress = new Progress(growing);
        try {
            while (true) {
                try {
                    return answer.get(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
                } catch (TimeoutException notYet) {
                    checkpoint.pass();
                    progress.look();
                }
            }
        } catch (ExecutionException failed) {
            var cause = failed.getCause();
            throw new IOException(cause == null ? failed.toString() : cause.toString(), failed);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            throw new StopCheck.GivenUp("interrupted");
        } finally {
            answer.cancel(true);
        }
    }

    private static void check(HttpResponse<String> response) throws IOException {
        int status = response.statusCode();
        if (status / 100 == 2) return;
        var text = "%s answered %d%s"
                .formatted(
                        response.uri().getAuthority(),
                        status,
                        ProblemDetail.in(response.body())
                                .map(said -> ": " + said)
                                .orElse(""));
        // These may pass: a slow or busy server, and a file that was changed or damaged on its way (422).
        boolean passing = status >= 500 || status == 408 || status == 422 || status == 429;
        throw passing ? new IOException(text) : new Refused(text);
    }

    /** An address may carry a signature, which is nobody's business: it is never shown whole. */
    private static URI checked(URI address) throws Refused {
        var scheme = address.getScheme();
        if (("http".equals(scheme) || "https".equals(scheme)) && address.getHost() != null) return address;
        throw new Refused(
                "'%s://%s' is no address of a server that files could be fetched from or brought to: it must be http or https"
                        .formatted(scheme, address.getAuthority()));
    }

    @Override
    public void close() {
        client.shutdownNow();
    }

    /** Notices that a file has stopped growing. */
    private static final class Progress {
        private final Path file;
        private long size = -1;
        private long since = System.nanoTime();

        Progress(Path file) {
            this.file = file;
        }

        void look() throws IOException {
            if (file.toString().isEmpty()) return;
            long now = System.nanoTime();
            long present = Files.exists(file) ? Files.size(file) : -1;
            if (present != size) {
                size = present;
                since = now;
            } else if (now - since > ANSWER.toNanos()) {
                throw new IOException("nothing came for " + ANSWER.toSeconds() + " seconds");
            }
        }
    }
}
