package io.tidewheel.server.notices;

import io.tidewheel.model.Notice;
import io.tidewheel.model.Notifier;
import io.tidewheel.model.NotifierFailure;
import io.tidewheel.model.Time;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tells by HTTP POST, signed as Standard Webhooks has it: the receiver knows by the signature that it was us, by the time that it is new, and by
 * the id what it has had before.
 */
final class WebhookNotifier implements Notifier {
    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(15);
    private static final int GONE = 410;
    private static final int LEAST_SECRET = 16;

    private final URI url;
    private final List<byte[]> secrets;
    private final Time time;
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    /** @param secrets one; or, while it changes, several with blanks between */
    WebhookNotifier(URI url, String secrets, Time time) {
        this.url = url;
        this.time = time;
        this.secrets = new ArrayList<>();
        for (var secret : secrets.strip().split("\\s+")) this.secrets.add(key(secret));
    }

    private static byte[] key(String secret) {
        if (secret.length() < LEAST_SECRET)
            throw new IllegalArgumentException("a secret has at least %d characters".formatted(LEAST_SECRET));
        if (!secret.startsWith("whsec_")) return secret.getBytes(StandardCharsets.UTF_8);
        try {
            return Base64.getDecoder().decode(secret.substring("whsec_".length()));
        } catch (IllegalArgumentException malformed) {
            throw new IllegalArgumentException("what follows whsec_ in a secret is Base64", malformed);
        }
    }

    @Override
    public void tell(Notice notice) throws NotifierFailure {
        var body = NoticeJson.bytes(notice);
        var timestamp = Long.toString(time.instant().getEpochSecond());
        var request = HttpRequest.newBuilder(url)
                .timeout(ANSWER)
                .header("Content-Type", "application/json")
                .header("webhook-id", notice.id())
                .header("webhook-timestamp", timestamp)
                .header("webhook-signature", signatures(notice.id(), timestamp, body))
                .POST(BodyPublishers.ofByteArray(body));
        int status = send(request.build());
        if (status >= 200 && status < 300) return;
        var text = "%s answered with status %d".formatted(description(), status);
        throw status == GONE ? NotifierFailure.forGood(text) : NotifierFailure.forNow(text);
    }

    private int send(HttpRequest request) throws NotifierFailure {
        try {
            return http.send(request, BodyHandlers.discarding()).statusCode();
        } catch (IOException failed) {
            throw NotifierFailure.forNow("no answer from %s: %s".formatted(description(), failed));
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            throw NotifierFailure.forNow("the server stops");
        }
    }

    private String signatures(String id, String timestamp, byte[] body) {
        var signatures = new ArrayList<String>();
        for (var secret : secrets) signatures.add("v1," + signature(secret, id, timestamp, body));
        return String.join(" ", signatures);
    }

    private static String signature(byte[] secret, String id, String timestamp, byte[] body) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK has HMAC-SHA256", impossible);
        }
    }

    /** What follows the host may be a secret. */
    @Override
    public String description() {
        return url.getScheme() + "://" + url.getAuthority();
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
