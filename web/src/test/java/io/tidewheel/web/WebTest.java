package io.tidewheel.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    /** A file that was forgotten in the list would be missed by browsers alone. */
    @Test
    void everyScriptIsServedButForTheOneOfTheReport() {
        assertThat(scripts()).filteredOn(name -> assets.find(name).isEmpty()).containsExactly("report.js");
    }

    @Test
    void noPageMakesMarkupOfText() {
        for (var name : scripts())
            assertThat(new String(WebAssets.bytes(name), StandardCharsets.UTF_8))
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

    private static List<String> scripts() {
        try (var files = Files.list(Path.of("src/main/resources/io/tidewheel/web"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".js"))
                    .toList();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
