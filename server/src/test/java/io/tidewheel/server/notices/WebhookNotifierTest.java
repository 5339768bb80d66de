package io.tidewheel.server.notices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidewheel.model.Notifier;
import io.tidewheel.model.NotifierFailure;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.model.plugins.PluginSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebhookNotifierTest extends NotifierContract {
    private static final byte[] KEY = "0123456789abcdefghijklmn".getBytes(StandardCharsets.UTF_8);
    private static final String SECRET = "whsec_" + Base64.getEncoder().encodeToString(KEY);
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private record ReceivedNotice(Map<String, List<String>> headers, String body) {
        String header(String name) {
            return headers.getOrDefault(name, List.of("")).getFirst();
        }
    }

    private final List<ReceivedNotice> received = Collections.synchronizedList(new ArrayList<>());
    private final HttpServer receiver = receiver();
    private volatile int status = 204;

    private HttpServer receiver() {
        try {
            var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", this::take);
            server.start();
            return server;
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    private void take(HttpExchange exchange) throws IOException {
        var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        received.add(new ReceivedNotice(exchange.getRequestHeaders(), body));
        if (status == 302) exchange.getResponseHeaders().add("Location", "http://localhost:1/");
        exchange.sendResponseHeaders(status, -1);
        exchange.close();
    }

    @AfterEach
    void stop() {
        receiver.stop(0);
    }

    private Notifier opened(String url, String secret) {
        var provider = new WebhookProvider();
        var said = Map.of("url", url, "secret", secret);
        var settings = PluginSettings.read(
                "notifier.webhook.", provider.settings(), setting -> Optional.ofNullable(said.get(setting.name())));
        return provider.open(settings, new VirtualTime(NOON));
    }

    private String url() {
        return "http://localhost:" + receiver.getAddress().getPort() + "/hooks/hidden-path";
    }

    @Override
    protected Notifier open() {
        return opened(url(), SECRET);
    }

    @Override
    protected List<String> received() {
        return received.stream().map(ReceivedNotice::body).toList();
    }

    @Override
    protected void breakReceiver() {
        receiver.stop(0);
    }

    @Override
    protected Optional<String> secret() {
        return Optional.of("hidden-path");
    }

    private static String signature(byte[] key, String text) throws Exception {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void theReceiverCanCheckWhoItWasAndWhen() throws Exception {
        try (var notifier = opened(url(), SECRET + " another-secret-of-ours")) {
            notifier.tell(notice("run-17", "run 17 has failed"));
        }
        var first = received.getFirst();
        assertThat(first.header("Webhook-id")).isEqualTo("run-17");
        assertThat(first.header("Webhook-timestamp")).isEqualTo(Long.toString(NOON.getEpochSecond()));
        var signed = "run-17." + NOON.getEpochSecond() + "." + first.body();
        assertThat(first.header("Webhook-signature"))
                .isEqualTo(signature(KEY, signed) + " "
                        + signature("another-secret-of-ours".getBytes(StandardCharsets.UTF_8), signed));
    }

    @Test
    void onlyGoneIsForGoodAndRedirectsAreNotFollowed() {
        try (var notifier = open()) {
            for (int answer : List.of(500, 404, 302)) {
                status = answer;
                assertThatThrownBy(() -> notifier.tell(notice("run-17", "x")))
                        .isInstanceOfSatisfying(
                                NotifierFailure.class,
                                failure -> assertThat(failure.isLasting()).isFalse())
                        .hasMessageContaining("status " + answer);
            }
            status = 410;
            assertThatThrownBy(() -> notifier.tell(notice("run-17", "x")))
                    .isInstanceOfSatisfying(
                            NotifierFailure.class,
                            failure -> assertThat(failure.isLasting()).isTrue());
        }
        assertThat(received).hasSize(4);
    }

    @Test
    void whatCannotBeAnAddressOrASecretIsRefused() {
        assertThatThrownBy(() -> opened("ftp://host/x", SECRET)).hasMessageContaining("notifier.webhook.url");
        assertThatThrownBy(() -> opened("https://user@host/x", SECRET)).hasMessageContaining("notifier.webhook.url");
        assertThatThrownBy(() -> opened("https://host/x", "short")).hasMessageContaining("notifier.webhook.secret");
        assertThatThrownBy(() -> opened("https://host/x", "whsec_!!!!!!!!!!!!!!!!"))
                .hasMessageContaining("Base64");
    }
}
