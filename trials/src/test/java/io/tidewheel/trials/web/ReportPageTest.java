package io.tidewheel.trials.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report of a run, written by the command and opened as a file. The time-out finds a hang. */
class ReportPageTest {
    private static final long LARGEST = 5_000_000;

    @TempDir
    static Path folder;

    private static ChromiumBrowser chromium;
    private static DashboardSite site;

    @BeforeAll
    static void begin() throws Exception {
        site = new DashboardSite(folder).agent("crane", 2).agent("winch", 2);
        chromium = new ChromiumBrowser();
    }

    @AfterAll
    static void end() {
        if (chromium != null) chromium.close();
        if (site != null) site.close();
    }

    private static void seen(Path report, String picture, java.util.function.Consumer<Page> look) {
        try (var window = chromium.open(1200, 1600, false)) {
            window.page().navigate(report.toUri().toString());
            window.page().locator("body[data-ready=report]").waitFor();
            look.accept(window.page());
            window.picture(picture);
            assertThat(window.complaints()).isEmpty();
            assertThat(window.foreign()).isEmpty();
        }
    }

    @Test
    void aWorkflowIsShownWithTimelineGraphFiguresAndFailures() throws Exception {
        long run = site.workflow(FailingWorkflow.TIDES, FailingWorkflow.SERVICES);
        site.ended(run);
        site.command("report", Long.toString(run), "-o", "tides.html");
        seen(folder.resolve("tides.html"), "report", page -> {
            assertThat(page.locator("h1")).hasText("tide tables");
            assertThat(page.locator("svg.timeline")).containsText("winch");
            assertThat(page.locator("g.node")).hasCount(5);
            assertThat(page.locator("rect.box").count()).isGreaterThanOrEqualTo(10);
            assertThat(page.getByText("What went wrong")).isVisible();
            page.locator("summary").click();
            assertThat(page.getByText("high water is missing").first()).isVisible();
        });
    }

    @Test
    void hostileNamesStayTextAlsoInAFile() throws Exception {
        long run = site.run("""
            {"name": "</script><script>window.hurt = 1</script>", "command": ["sh", "-c", "echo '<img src=x onerror=window.hurt=2>' >&2; exit 1"]}\
            """);
        site.ended(run);
        site.command("report", Long.toString(run), "-o", "hostile.html");
        seen(folder.resolve("hostile.html"), "report-hostile", page -> {
            assertThat(page.locator("h1")).hasText("</script><script>window.hurt = 1</script>");
            assertThat(page.evaluate("() => window.hurt")).isNull();
        });
    }

    @Test
    void ofAHundredThousandTasksTheFileIsStillSmallAndAllAreCounted() throws Exception {
        long run = site.run("""
            {"name": "many", "array": "1-100000", "command": {"runtime": "noop"}}\
            """);
        site.ended(run);
        site.command("report", Long.toString(run), "-o", "many.html");
        assertThat(Files.size(folder.resolve("many.html"))).isLessThan(LARGEST);
        seen(
                folder.resolve("many.html"),
                "report-many",
                page -> assertThat(page.locator(".tiles")).containsText("100\u202f000"));
        assertThat(site.command("report", Long.toString(run), "--format", "csv")
                        .lines()
                        .count())
                .isEqualTo(100_001);
    }

    @Test
    void aTraceHasTheColumnsThatPeopleKnow() throws Exception {
        long run = site.run("{\"name\": \"two\", \"items\": [\"a\\tb\", \"c\"], \"command\": [\"true\"]}");
        site.ended(run);
        var lines = site.command("report", Long.toString(run), "--format", "trace")
                .lines()
                .toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.getFirst())
                .startsWith("task_id\thash\tnative_id\tname\tstatus\texit\tsubmit\tstart\tcomplete");
        for (var line : lines) assertThat(line.split("\t")).hasSize(16);
        assertThat(lines.get(1)).contains("\ta b\tCOMPLETED\t0\t");
    }
}
