package io.tidewheel.protocol.links;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Asks several servers of one database, the one that answered last first, until one answers. What must not be done twice is asked again only if it
 * cannot have been done; submissions get a key, so that they can.
 */
final class JoinedApiCalls implements ApiCalls {
    private static final String KEY = "Idempotency-Key";
    private static final Set<String> SUBMISSIONS = Set.of("/runs", "/workflows", "/jobs");
    /** How long a server may take to answer as long as others have not been asked. */
    private static final Duration SHORT = Duration.ofSeconds(4);

    private static final int UNAVAILABLE = 503;

    private final List<ApiCalls> servers;
    private final RandomGenerator random;
    private volatile int last;

    JoinedApiCalls(List<ApiCalls> servers, RandomGenerator random) {
        this.servers = List.copyOf(servers);
        this.random = random;
    }

    @Override
    public ApiReply ask(ApiCall asked) throws IOException, InterruptedException {
        var call = withKey(asked);
        boolean mayRepeat = mayRepeat(call);
        IOException failure = new IOException("nobody was asked");
        for (int i = 0; i < servers.size(); i++) {
            int server = (last + i) % servers.size();
            boolean hasOthers = i < servers.size() - 1;
            try {
                var reply = servers.get(server).ask(mayRepeat && hasOthers ? shortly(call) : call);
                if (hasOthers && reply.status() == UNAVAILABLE) {
                    var refused = read(reply);
                    if (mayRepeat || isDraining(refused)) continue;
                    return refused;
                }
                if (reply.status() != UNAVAILABLE) last = server;
                return isEvents(reply) ? watched(reply) : reply;
            } catch (IOException broken) {
                if (!mayRepeat && !wasNotSent(broken)) throw broken;
                failure = broken;
            }
        }
        // All were slow: the one that is asked first may take the time that the question was given.
        if (failure instanceof HttpTimeoutException && mayRepeat)
            return servers.get(last).ask(call);
        throw failure;
    }

    /** A server that tells events says something every two seconds. */
    private static boolean isEvents(ApiReply reply) {
        return reply.header()
                .apply("Content-Type")
                .map(type -> type.startsWith("text/event-stream"))
                .orElse(false);
    }

    private static ApiReply watched(ApiReply reply) {
        return new ApiReply(reply.status(), reply.header(), new WatchedStream(reply.body(), SHORT));
    }

    private ApiCall withKey(ApiCall call) {
        var path = call.path().split("\\?", 2)[0];
        boolean isSubmission = call.method().equals("POST") && SUBMISSIONS.contains(path);
        if (!isSubmission || call.headers().containsKey(KEY)) return call;
        return call.with(KEY, "%016x%016x".formatted(random.nextLong(), random.nextLong()));
    }

    /** A file is brought under the hash of its content: bringing it twice is bringing it once. */
    private static boolean mayRepeat(ApiCall call) {
        return call.method().equals("GET")
                || call.method().equals("HEAD")
                || call.headers().containsKey(KEY)
                || (call.method().equals("PUT") && call.path().startsWith("/files/"));
    }

    private static ApiCall shortly(ApiCall call) {
        boolean isLonger =
                call.patience().map(limit -> limit.compareTo(SHORT) > 0).orElse(true);
        return isLonger && !call.method().equals("PUT") ? call.within(SHORT) : call;
    }

    private static boolean wasNotSent(IOException broken) {
        return broken instanceof ConnectException
                || broken instanceof HttpConnectTimeoutException
                || broken instanceof UnknownHostException;
    }

    private static ApiReply read(ApiReply reply) throws IOException {
        try (reply) {
            var body = reply.body().readAllBytes();
            return new ApiReply(reply.status(), reply.header(), new ByteArrayInputStream(body));
        }
    }

    /** A server that is to give away what it has does nothing of what it refuses. */
    private static boolean isDraining(ApiReply refused) throws IOException {
        refused.body().mark(Integer.MAX_VALUE);
        var text = new String(refused.body().readAllBytes(), StandardCharsets.UTF_8);
        refused.body().reset();
        return text.contains("is being drained");
    }

    @Override
    public void close() {
        servers.forEach(ApiCalls::close);
    }
}
