package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Tokens of those who are let in and mean no good, and a run that they may see. */
record HostileGuests(URI server, String user, String reader, String agent, long run) {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    static HostileGuests of(TrialSite site) throws IOException, InterruptedException {
        var user = token(site, "user");
        var run = site.rest().post("/runs", "{\"command\": {\"arguments\": [\"/bin/true\"]}, \"held\": true}", "held");
        assertThat(run.statusCode()).as(run.body()).isEqualTo(201);
        return new HostileGuests(
                site.url(),
                user,
                token(site, "read-only"),
                token(site, "agent"),
                RestAnswers.parse(run.body()).path("id").longValue());
    }

    private static String token(TrialSite site, String role) throws IOException, InterruptedException {
        var made = site.rest()
                .post("/tokens", "{\"role\": \"%s\", \"owner\": \"admin\"}".formatted(role), "token-" + role);
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return RestAnswers.parse(made.body()).path("token").stringValue();
    }

    int post(String token, String path, String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(server.resolve(path))
                .timeout(Duration.ofSeconds(120))
                .header("Authorization", "Bearer " + token)
                .POST(BodyPublishers.ofString(body))
                .build();
        return HTTP.send(request, BodyHandlers.discarding()).statusCode();
    }
}
