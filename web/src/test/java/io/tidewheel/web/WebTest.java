package io.tidewheel.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class WebTest {
    private final WebAssets assets = new WebAssets();

    @Test
    void librariesNameEachOtherByFileAndNeedNoMaps() {
        for (var name : new String[] {"preact.js", "hooks.js"}) {
            var text = assets.find(name).orElseThrow().text();
            assertThat(text).contains("export").doesNotContain("sourceMappingURL", "from\"preact\"");
        }
    }

    @Test
    void onlyFilesOfThePagesAreFound() {
        assertThat(assets.page().contentType()).isEqualTo("text/html; charset=utf-8");
        for (var name : new String[] {"", ".", "..", "Assets.class", "libraries.properties", "/etc/passwd"})
            assertThat(assets.find(name)).as(name).isEmpty();
    }

    @Test
    void noPageMakesMarkupOfText() {
        for (var name :
                new String[] {"app.js", "parts.js", "runs.js", "run.js", "fleet.js", "job.js", "submit.js", "draw.js"})
            assertThat(assets.find(name).orElseThrow().text())
                    .as(name)
                    .doesNotContain("innerHTML", "outerHTML", "insertAdjacentHTML", "dangerouslySetInnerHTML", "eval(");
    }

    @Test
    void whatAReportShowsCannotEndItsElementAndOnlyItsOwnScriptRuns() {
        var page = ReportPage.of("{\"name\": \"</script><script>alert(1)</script> @script@ \u2028\"}");
        assertThat(page.split("</script>", -1)).hasSize(3);
        assertThat(page).contains("\\u003c/script\\u003e").contains("@script@ \\u2028");
        var script = Pattern.compile("<script type=\"module\">(.*)</script>\n</body>", Pattern.DOTALL)
                .matcher(page);
        assertThat(script.find()).isTrue();
        assertThat(page)
                .contains("script-src 'sha256-%s'"
                        .formatted(WebAsset.digest(script.group(1).getBytes(StandardCharsets.UTF_8))));
    }
}
