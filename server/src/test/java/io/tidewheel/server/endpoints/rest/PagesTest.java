package io.tidewheel.server.endpoints.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.web.WebAssets;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of the dashboard as browsers get them. */
class PagesTest {
    private static final String BROWSER = "text/html,application/xhtml+xml,*/*;q=0.8";

    private ApiFixture api;

    @BeforeEach
    void begin(@TempDir Path folder) throws Exception {
        api = new ApiFixture(folder.resolve("data"));
    }

    @AfterEach
    void end() {
        api.close();
    }

    private ApiFixture.Reply open(String path) {
        return api.send(HttpRequest.newBuilder(api.uri(path)).header("Accept", BROWSER));
    }

    @Test
    void aBrowserGetsThePageAndMayLoadNothingFromElsewhere() {
        var page = open("/");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body()).contains("<title>Tidewheel</title>").doesNotContain("http://", "https://", "style=");
        var headers = page.raw().headers();
        assertThat(headers.firstValue("Content-Security-Policy")).contains(WebAssets.CONTENT_SECURITY_POLICY);
        assertThat(WebAssets.CONTENT_SECURITY_POLICY).doesNotContain("unsafe");
        assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
    }

    @Test
    void everyFileThatFilesNameIsThere() {
        var named = Pattern.compile("(?:/web/|from ?['\"]\\./|import\\(['\"]\\./)([a-z-]+\\.[a-z]+)");
        var seen = new LinkedHashSet<>(Set.of("/"));
        var ahead = new ArrayDeque<>(seen);
        while (!ahead.isEmpty()) {
            var path = ahead.remove();
            var file = open(path);
            assertThat(file.status()).as(path).isEqualTo(200);
            named.matcher(file.body())
                    .results()
                    .map(found -> "/web/" + found.group(1))
                    .filter(seen::add)
                    .forEach(ahead::add);
        }
        assertThat(seen).contains("/web/hooks.js", "/web/run-tasks.js", "/web/sites.js", "/web/new.js");
    }

    @Test
    void aFileThatIsKnownIsNotSentAgain() {
        var first = open("/web/app.js");
        assertThat(first.raw().headers().firstValue("Content-Type")).contains("text/javascript; charset=utf-8");
        var tag = first.raw().headers().firstValue("ETag").orElseThrow();
        var second = api.send(HttpRequest.newBuilder(api.uri("/web/app.js")).header("If-None-Match", tag));
        assertThat(second.status()).isEqualTo(304);
        assertThat(second.body()).isEmpty();
    }

    @Test
    void thereAreNoOtherFiles() {
        for (var path : new String[] {"/web/libraries.properties", "/web/Assets.class", "/web/..", "/web/report.html"})
            assertThat(open(path).status()).as(path).isIn(401, 404);
    }

    @Test
    void programsAtTheTopNeedTheirTokenAsBefore() {
        assertThat(api.send(HttpRequest.newBuilder(api.uri("/"))).status()).isEqualTo(401);
        assertThat(api.get("/").json().has("version")).isTrue();
        var agent = api.token("agent", "ann");
        assertThat(api.get(agent, "/").status()).isEqualTo(403);
    }
}
