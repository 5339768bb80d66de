package io.tidewheel.trials.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** Every page in a real browser, with real runs behind it; what is clicked really happens. The time-out finds a hang. */
class DashboardTest {
    private static ChromiumBrowser chromium;
    private static DashboardSite site;
    private static long done;
    private static long flaky;
    private static long tides;
    private static long dredged;
    private static long job;
    private static Path files;

    private ChromiumBrowser.OpenedPage window;
    private Page page;

    @BeforeAll
    static void begin(@TempDir Path folder) throws Exception {
        files = folder;
        site = DashboardSite.withEverything(folder).agent("crane", 2).agent("winch", 2);
        dredged = site.run("pilot", """
            {"name": "dredge the fairway", "requires": ["dredge"], "array": "1-10", "deadline": "1m", "command": ["sleep", "0.4"]}\
            """);
        chromium = new ChromiumBrowser();
        done = site.run("""
            {"name": "render frames", "labels": {"project": "apollo"}, "array": "1-24", "command": ["sh", "-c", "sleep 0.0{}; echo frame {}"]}\
            """);
        flaky = site.run("""
            {"name": "unsteady", "array": "1-9", "retry": {"maxAttempts": 2}, "command": ["sh", "-c", "echo wave {} >&2; exit $(( {} % 3 ))"]}\
            """);
        tides = site.workflow(FailingWorkflow.TIDES, FailingWorkflow.SERVICES);
        site.ended(done);
        site.ended(flaky);
        site.ended(tides);
        job = site.job("""
            {"name": "sound the depth", "iterations": 2000, "target": 4, "reportEvery": "0.2s", "partitions": 2, "maxPartitions": 3,
             "command": ["sh", "-c", "%s"]}\
            """.formatted(SOUNDING.replace("\n", "; ").replace("\"", "\\\"")));
        site.site(2, 4);
        try (var window = chromium.open(1280, 620, false)) {
            window.remember("tidewheel.token", site.token());
            window.page().navigate(site.url() + "/#/runs");
            window.page().locator("[data-ready=runs]").waitFor();
            window.picture("runs");
        }
    }

    /** Twenty iterations take about a twentieth of a second. */
    private static final String SOUNDING = """
        d=0
        while s=$(cat "$TIDEWHEEL_SHARE") && [ $d -lt $s ]; do sleep 0.05; d=$((d + 20)); [ $d -gt $s ] && d=$s; echo $d >> "$TIDEWHEEL_PROGRESS"; done
        echo $d > "$TIDEWHEEL_RESULT"\
        """;

    @AfterAll
    static void end() {
        if (chromium != null) chromium.close();
        if (site != null) site.close();
    }

    @BeforeEach
    void open() {
        window = chromium.open(1280, 860, false);
        page = window.page();
    }

    /** Whatever a test did, no script may have failed, the content policy must not have been touched, and nobody else was asked. */
    @AfterEach
    void leave() {
        try {
            assertThat(window.complaints()).isEmpty();
            assertThat(window.foreign()).isEmpty();
        } finally {
            window.close();
        }
    }

    /** Opens a page as somebody who has signed in before. */
    private void at(String path) {
        if (page.url().startsWith("about:")) window.remember("tidewheel.token", site.token());
        else page.navigate("about:blank");
        page.navigate(site.url() + "/#" + path);
    }

    private void ready(String what) {
        page.locator("[data-ready=" + what + "]").first().waitFor();
    }

    private void click(String name) {
        page.getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName(name).setExact(true))
                .first()
                .click();
    }

    @Test
    void oneSignsInWithATokenAndAWrongOneIsRefused() {
        page.navigate(site.url() + "/");
        page.getByLabel("Token").fill("tw_wrong");
        click("Sign in");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("unknown");
        page.getByLabel("Token").fill(site.token());
        page.keyboard().press("Enter");
        ready("runs");
        click("Sign out");
        assertThat(page.getByLabel("Token")).isVisible();
        assertThat(page.evaluate("() => sessionStorage.getItem('tidewheel.token')"))
                .isNull();
    }

    @Test
    void runsAreListedFilteredAndSearched() {
        at("/runs");
        ready("runs");
        assertThat(page.locator("tbody")).containsText("render frames");
        page.getByLabel("State", new Page.GetByLabelOptions().setExact(true)).selectOption("FAILED");
        assertThat(page.locator("tbody")).not().containsText("render frames");
        assertThat(page.locator("tbody")).containsText("unsteady");
        page.getByLabel("State", new Page.GetByLabelOptions().setExact(true)).selectOption("");
        page.getByLabel("Name contains").fill("render");
        assertThat(page.locator("tbody tr[data-run=\"%d\"]".formatted(done))).isVisible();
        assertThat(page.locator("tbody")).not().containsText("unsteady");
        page.getByLabel("Name contains").fill("");
        page.getByLabel("Label, as key=value").fill("project=apollo");
        assertThat(page.locator("tbody")).not().containsText("unsteady");
    }

    @Test
    void aNewRunAppearsAndIsSeenToEndWithoutReloading() throws Exception {
        at("/runs");
        ready("runs");
        long run = site.run("{\"name\": \"comes later\", \"command\": [\"sleep\", \"0.5\"]}");
        var row = page.locator("tr[data-run=\"%d\"]".formatted(run));
        assertThat(row).containsText("comes later");
        assertThat(row).containsText("succeeded");
    }

    @Test
    void severalRunsAreCancelledAtOnce() throws Exception {
        long first = site.run("{\"name\": \"first of two\", \"requires\": [\"diver\"], \"command\": [\"true\"]}");
        long second = site.run("{\"name\": \"second of two\", \"requires\": [\"diver\"], \"command\": [\"true\"]}");
        at("/runs?name=of+two");
        ready("runs");
        page.getByLabel("Choose run " + first).check();
        page.getByLabel("Choose run " + second).check();
        click("Cancel 2");
        click("Cancel them");
        assertThat(page.locator(".notice")).containsText("2 of 2 runs cancelled");
        assertThat(site.ended(first).path("state").asString()).isEqualTo("CANCELLED");
        assertThat(site.ended(second).path("state").asString()).isEqualTo("CANCELLED");
    }

    @Test
    void aRunShowsHowItWentAndWhatWentWrong() {
        at("/runs/" + flaky);
        ready("timeline");
        assertThat(page.locator("h1")).hasText("unsteady");
        assertThat(page.getByText("What went wrong")).isVisible();
        assertThat(page.locator("[data-ready=why]")).containsText("of its 9 tasks failed");
        assertThat(page.getByText("wave", new Page.GetByTextOptions().setExact(false))
                        .first())
                .isVisible();
        window.picture("run");
    }

    @Test
    void aWorkflowThatFailedShowsWhichActionWasNotDoneAndWhy() throws Exception {
        long run = site.workflow(FailingWorkflow.UNFIT, FailingWorkflow.UNFIT_SERVICES);
        site.ended(run);
        at("/runs/" + run);
        ready("undone");
        assertThat(page.locator("[data-ready=undone]"))
                .containsText("moor was not done: the input 'in' of service 'moor' got 2 values, but its cardinality is"
                        + " 1..1");
        ready("why");
        assertThat(page.locator("[data-ready=why]")).containsText("the action 'moor' was not done");
    }

    @Test
    void theWholeIsWorthAPicture() throws Exception {
        long run = site.workflow(FailingWorkflow.STATIONS, FailingWorkflow.STATION_SERVICES);
        site.ended(run);
        at("/runs/" + run);
        ready("timeline");
        ready("figures");
        window.picture("dashboard");
        at("/runs/%d/graph".formatted(run));
        ready("graph");
        window.picture("graph");
        at("/runs/%d/figures".formatted(run));
        ready("boxes");
        assertThat(page.locator("rect.box").first()).isVisible();
        window.picture("figures");
    }

    @Test
    void whyItWaitsIsSaidAndHoldPriorityAndCancelWork() throws Exception {
        long run = site.run("{\"name\": \"needs a diver\", \"requires\": [\"diver\"], \"command\": [\"true\"]}");
        at("/runs/" + run);
        assertThat(page.locator("[data-ready=why]")).containsText("diver");
        assertThat(page.getByText("Why it waits")).isVisible();
        click("Hold");
        assertThat(page.locator("[data-ready=why]")).containsText("held");
        click("Release");
        assertThat(page.getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName("Hold").setExact(true)))
                .isVisible();
        page.getByLabel("Priority").fill("7");
        click("Set priority");
        assertThat(page.getByText("priority 7")).isVisible();
        assertThat(site.get("/runs/" + run).path("priority").asInt()).isEqualTo(7);
        click("Cancel");
        click("Cancel it");
        assertThat(site.ended(run).path("state").asString()).isEqualTo("CANCELLED");
        assertThat(page.locator(".badge").first()).hasText("cancelled");
    }

    @Test
    void theTimelineHasALaneForEachSlotAndOpensTasks() {
        at("/runs/%d/timeline".formatted(done));
        ready("timeline");
        assertThat(page.locator("svg.timeline")).containsText("crane");
        assertThat(page.locator("svg.timeline path").count()).isGreaterThan(2);
        click("Zoom in");
        page.waitForURL(url -> url.contains("from="));
        ready("timeline");
        click("All of it");
        page.waitForURL(url -> !url.contains("from="));
        window.picture("timeline");
    }

    @Test
    void theGraphOfAWorkflowIsDrawnWithItsStates() {
        at("/runs/%d/graph".formatted(tides));
        ready("graph");
        assertThat(page.locator("g.node")).hasCount(5);
        assertThat(page.locator("g.node.FAILED")).hasCount(1);
        assertThat(page.locator("path.edge")).hasCount(4);
        assertThat(page.getByLabel("clean, clean, in loop stations: 6 succeeded"))
                .isVisible();
        window.picture("small-graph");
    }

    @Test
    void tasksAreListedAndOneShowsItsAttemptsAndItsOutput() {
        at("/runs/%d/tasks?state=FAILED".formatted(flaky));
        ready("tasks");
        assertThat(page.locator("tbody tr")).hasCount(6);
        page.locator("tbody tr").first().getByRole(AriaRole.LINK).click();
        ready("task");
        assertThat(page.locator("pre.log[aria-label=Output]")).containsText("wave");
        assertThat(page.getByText("Earlier attempts")).isVisible();
        assertThat(page.getByText("exit code (1)").first()).isVisible();
        window.picture("task");
    }

    @Test
    void outputIsFollowedWhileItIsPrinted() throws Exception {
        long run = site.run("""
            {"name": "talks", "command": ["sh", "-c", "echo first; sleep 1; echo second"]}\
            """);
        at("/runs/%d/tasks/0".formatted(run));
        var output = page.locator("pre.log[aria-label=Output]");
        assertThat(output).containsText("first");
        assertThat(output).containsText("second");
    }

    @Test
    void figuresShowBoxesForEachService() {
        at("/runs/%d/figures".formatted(tides));
        ready("boxes");
        assertThat(page.locator("rect.box").count()).isGreaterThanOrEqualTo(10);
        assertThat(page.getByText("Running per service")).isVisible();
    }

    @Test
    void agentsQueuesAndFleetAreShown() throws Exception {
        long run = site.run(
                "{\"name\": \"for a diver\", \"requires\": [\"diver\"], \"array\": \"1-5\", \"command\": [\"true\"]}");
        at("/agents");
        ready("agents");
        assertThat(page.locator("tbody tr")).hasCount(2);
        window.picture("agents");
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Queues"))
                .click();
        ready("queues");
        assertThat(page.locator("tbody")).containsText("diver");
        assertThat(page.locator("tbody")).containsText("nobody");
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Fleet"))
                .click();
        ready("fleet");
        assertThat(page.locator("main")).containsText("Supply and demand");
        site.post("/runs/%d/cancel".formatted(run), "{}");
    }

    @Test
    void whatTasksReturnedAndFilesThatWereMadeAreShown() throws Exception {
        at("/runs/%d/results".formatted(tides));
        ready("results");
        assertThat(page.locator("tbody strong")).hasCount(1);
        long run = site.run("""
            {"name": "returns", "command": ["sh", "-c", "printf '<b>deep</b>' > \\"$TIDEWHEEL_RESULT\\""]}\
            """);
        site.ended(run);
        at("/runs/%d/results".formatted(run));
        assertThat(page.locator("[data-ready=stored] tbody")).containsText("<b>deep</b>");
        assertThat(page.locator("[data-ready=results] tbody")).containsText("<b>deep</b>");
        assertThat(downloaded("task-0")).isEqualTo("<b>deep</b>".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void resultsOfAllKindsAreDownloadedByteForByte() throws Exception {
        long binary = site.run("""
            {"name": "binary", "command": ["sh", "-c", "printf '\\\\377\\\\000\\\\012' > \\"$TIDEWHEEL_RESULT\\""]}\
            """);
        site.ended(binary);
        at("/runs/%d/results".formatted(binary));
        assertThat(downloaded("task-0")).isEqualTo(new byte[] {(byte) 255, 0, 10});
        assertThat(page.locator("[data-ready=stored] td.name").nth(1)).isEmpty();

        long flow = site.workflow(FailingWorkflow.GREETING, FailingWorkflow.GREETING_SERVICES);
        site.ended(flow);
        at("/runs/%d/results".formatted(flow));
        var stored = page.locator("[data-ready=stored] tbody tr");
        assertThat(stored).hasCount(1);
        assertThat(stored).containsText("greeting");
        assertThat(stored.locator("td.name").nth(1)).hasText("ahoy");
        assertThat(stored.locator("td[title]")).hasAttribute("title", Pattern.compile("[0-9a-f]{64}"));
        assertThat(downloaded(stored.locator("td.name").first().textContent()))
                .isEqualTo("ahoy".getBytes(StandardCharsets.UTF_8));
    }

    /** What a click on the only button brings. */
    private byte[] downloaded(String name) throws IOException {
        var button = page.locator("[data-ready=stored] button.download");
        assertThat(button).hasText("Download");
        var download = page.waitForDownload(button::click);
        assertThat(download.suggestedFilename()).isEqualTo(name);
        return Files.readAllBytes(download.path());
    }

    @Test
    void aJobShowsSpeedShareEstimateAndWhatWasDone() throws Exception {
        at("/runs/%d/job".formatted(job));
        ready("job");
        for (var heading : new String[] {
            "Iterations done", "Speed of each partition", "Share of each partition", "When it will be done"
        }) assertThat(page.getByText(heading).first()).isVisible();
        assertThat(page.locator("svg.curves path.series").first()).isVisible();
        assertThat(page.locator("svg.curves").first()).containsText("asked for");
        assertThat(page.locator("svg.curves").nth(3)).containsText("target");
        assertThat(page.locator("tbody tr").nth(1)).isVisible();
        window.picture("job");
        assertThat(site.ended(job).path("state").asString()).isEqualTo("SUCCEEDED");
        at("/runs/%d/job".formatted(job));
        ready("job");
        assertThat(page.locator(".tiles")).containsText("1.0");
        site.command("report", Long.toString(job), "-o", "job.html");
        page.navigate(files.resolve("job.html").toUri().toString());
        page.locator("body[data-ready=report]").waitFor();
        assertThat(page.getByText("Share of each partition")).isVisible();
    }

    @Test
    void theJobsInsideOfAWorkflowAreListedAndEachIsShown() throws Exception {
        long run = site.workflow("""
            api: 4.7.0
            name: soundings
            actions:
              - {type: job, id: north, service: sound, iterations: 10, partitions: 2}
              - {type: job, id: south, service: sound, iterations: 30, partitions: 3}
            """, """
            - {id: sound, name: s, description: s, path: "true", runtime: other, parameters: []}
            """);
        site.ended(run);
        at("/runs/%d/job".formatted(run));
        ready("jobs");
        assertThat(page.locator("tbody tr")).hasCount(2);
        assertThat(page.locator("nav.tabs")).containsText("Jobs");
        page.getByText("south").click();
        ready("job");
        assertThat(page.locator(".tiles")).containsText("30");
        assertThat(page.locator("tbody tr")).hasCount(3);
        site.command("report", Long.toString(run), "-o", "jobs.html");
        page.navigate(files.resolve("jobs.html").toUri().toString());
        page.locator("body[data-ready=report]").waitFor();
        assertThat(page.getByText("Job north: 10 of 10 iterations")).isVisible();
    }

    @Test
    void sitesAreShownWithWhatTheyAreTold() {
        at("/sites");
        ready("sites");
        assertThat(page.locator("tbody tr")).hasCount(1);
        assertThat(page.locator("main")).containsText("Required capacity");
        window.picture("sites");
    }

    @Test
    void machinesAreMadeWithinTheBudgetAndThePageSaysWhy() throws Exception {
        site.ended(dredged);
        at("/fleet");
        ready("money");
        ready("decisions");
        assertThat(page.locator("[data-ready=decisions]")).containsText("dredger");
        assertThat(page.locator("[data-ready=decisions]")).containsText("made");
        assertThat(page.locator("section")
                        .filter(new Locator.FilterOptions().setHasText("Budgets"))
                        .locator("tbody"))
                .containsText("pilot");
        assertThat(page.locator("[data-ready=money] svg line.limit").first()).isAttached();
        assertThat(page.getByText("Supply and demand of each user")).isVisible();
        assertThat(page.getByText("Supply and demand of each type of machine")).isVisible();
        assertThat(page.locator("th").getByText("a_U").first()).isVisible();
        page.setViewportSize(1280, 1500);
        window.picture("fleet");
        var machines = site.get("/machines").path("items");
        assertThat(machines.size()).isBetween(1, 2);
    }

    @Test
    void aRunShowsWhatItCostAndWhatOtherPoliciesWouldHaveMadeOfIt() throws Exception {
        site.ended(dredged);
        at("/runs/%d/cost".formatted(dredged));
        ready("cost");
        assertThat(page.locator("main")).containsText("budget of pilot");
        assertThat(page.locator("svg.curves").first()).containsText("deadline");
        assertThat(page.locator("tbody tr").first()).containsText("dredger");
        window.picture("cost");
        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("What if"))
                .click();
        ready("whatif");
        assertThat(page.locator("tbody")).containsText("as it really was");
        assertThat(page.locator("tbody")).containsText("pfa-ma");
        window.picture("whatif");
        var asked = site.get("/runs/%d/replay?policy=leap,pfa-ma&budget=3".formatted(dredged));
        var typed = site.command(
                "replay", Long.toString(dredged), "--policy", "leap,pfa-ma", "--budget", "3", "-o", "json");
        assertThat(new JsonMapper().readTree(typed)).isEqualTo(asked);
        page.getByLabel("Budget per interval").fill("a lot");
        click("Play it again");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("a lot");
    }

    @Test
    void theReportOfARunOnMachinesHasItsCostAndItsMachines() throws Exception {
        site.ended(dredged);
        site.command("report", Long.toString(dredged), "-o", "dredged.html");
        page.navigate(files.resolve("dredged.html").toUri().toString());
        page.locator("body[data-ready=report]").waitFor();
        for (var heading : new String[] {"Cost", "Machines", "Supply and demand"})
            assertThat(page.getByRole(
                            AriaRole.HEADING,
                            new Page.GetByRoleOptions().setName(heading).setExact(true)))
                    .isVisible();
        assertThat(page.locator("main")).containsText("budget of pilot");
        assertThat(page.locator("main")).containsText("deadline");
        assertThat(page.locator("main")).containsText("a_U");
        window.picture("report-machines");
    }

    @Test
    void aJobIsSubmittedFromThePage() throws Exception {
        at("/new");
        page.getByText("Job", new Page.GetByTextOptions().setExact(true)).click();
        page.getByLabel("Command of each partition").fill("true");
        page.getByLabel("Iterations", new Page.GetByLabelOptions().setExact(true))
                .fill("some");
        click("Submit");
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("whole number");
        page.getByLabel("Iterations", new Page.GetByLabelOptions().setExact(true))
                .fill("1e2");
        window.picture("new-job");
        click("Submit");
        page.waitForURL(url -> url.matches(".*#/runs/\\d+$"));
        long run = Long.parseLong(page.url().replaceAll(".*/", ""));
        assertThat(site.ended(run).path("state").asString()).isEqualTo("SUCCEEDED");
        assertThat(site.get("/runs/%d/job".formatted(run)).path("stored").asInt())
                .isEqualTo(100);
    }

    @Test
    void aTaskIsSubmittedFromThePage() throws Exception {
        at("/new");
        ready("new");
        page.getByLabel("Command (every {}").fill("echo 'two words' {}");
        page.getByLabel("Numbers", new Page.GetByLabelOptions().setExact(true)).fill("1-3");
        page.getByLabel("Name", new Page.GetByLabelOptions().setExact(true)).fill("from the page");
        click("Submit");
        page.waitForURL(url -> url.matches(".*#/runs/\\d+$"));
        long run = Long.parseLong(page.url().replaceAll(".*/", ""));
        assertThat(site.ended(run).path("succeeded").asInt()).isEqualTo(3);
        assertThat(site.get("/runs/%d/tasks/0".formatted(run)).toString()).contains("two words");
    }

    @Test
    void mistakesOfAWorkflowAreShownInPlaceAndARightOneIsSubmitted() throws Exception {
        at("/new");
        page.getByText("Workflow", new Page.GetByTextOptions().setExact(true)).click();
        ready("lint");
        assertThat(page.getByText("No mistakes found")).isVisible();
        var editor = page.getByLabel("Workflow", new Page.GetByLabelOptions().setExact(true));
        var right = editor.inputValue();
        editor.fill(right.replace("service: greet", "service: great"));
        assertThat(page.locator("ul.findings")).containsText("great");
        assertThat(page.locator(".editor .bad")).isVisible();
        window.picture("lint");
        editor.fill(right);
        assertThat(page.getByText("No mistakes found")).isVisible();
        click("Submit");
        page.waitForURL(url -> url.matches(".*#/runs/\\d+$"));
        long run = Long.parseLong(page.url().replaceAll(".*/", ""));
        assertThat(site.ended(run).path("state").asString()).isEqualTo("SUCCEEDED");
    }

    @Test
    void hostileNamesAndOutputAreOnlyText() throws Exception {
        var script = "<script>window.hurt = 1</script><img src=x onerror=\\\"window.hurt = 2\\\">";
        long run = site.run("""
            {"name": "%s", "labels": {"k": "%s"}, "items": ["%s", "\\u202egnp.exe"],
             "command": ["sh", "-c", "printf '%%s' '<script>window.hurt=3</script>'; printf '\\\\033[31mred\\\\033[0m \\\\033]0;title\\\\007'; head -c 1000000 /dev/zero | tr '\\\\0' x; echo; echo '\\u202eover'; exit 1"]}\
            """.formatted(script, script.substring(0, 60).replace("\\\"", "'"), script));
        site.ended(run);
        site.agent("<script>window.hurt = 4</script>\u202e", 1, "<script>window.hurt = 5</script>");
        long waits = site.run("""
            {"name": "<script>window.hurt = 6</script>", "requires": ["<script>window.hurt = 7</script>"], "command": ["true"]}\
            """);
        for (var path : new String[] {
            "/runs",
            "/agents",
            "/queues",
            "/runs/" + waits,
            "/runs/" + run,
            "/runs/%d/tasks".formatted(run),
            "/runs/%d/timeline".formatted(run),
            "/runs/%d/logs".formatted(run)
        }) {
            at(path);
            assertThat(page.locator("main")).containsText("<script>window.hurt");
        }
        at("/runs/%d/tasks/0".formatted(run));
        var output = page.locator("pre.log[aria-label=Output]");
        assertThat(output).containsText("red");
        var shown = output.textContent();
        assertThat(shown)
                .contains("<script>window.hurt=3</script>")
                .doesNotContain("\u001b", "[31m")
                .hasSizeLessThan(20_000);
        assertThat(page.evaluate("() => window.hurt")).isNull();
        window.picture("hostile");
        site.post("/runs/%d/cancel".formatted(waits), "{}");
        site.lastAgentLeaves();
    }

    @Test
    void whoMayOnlyLookSeesNothingToPress() throws Exception {
        var token = site.post("/tokens", "{\"role\": \"read-only\", \"owner\": \"admin\"}")
                .path("token")
                .asString();
        page.navigate(site.url() + "/#token=" + token);
        ready("runs");
        assertThat(page.url()).doesNotContain("token");
        assertThat(page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("New")))
                .hasCount(0);
        page.navigate(site.url() + "/#/runs/" + flaky);
        ready("run");
        assertThat(page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Retry failed")))
                .hasCount(0);
    }

    @Test
    void everyPageFitsAPhoneInTheDarkAndAllThatCanBeUsedHasAName() {
        window.close();
        window = chromium.open(390, 800, true);
        page = window.page();
        int number = 0;
        for (var path : all()) {
            at(path);
            page.locator("main h1").first().waitFor();
            // A run is ready before the part of it that is shown.
            boolean inside = path.matches("/runs/\\d+.*") && !path.matches(".*/(logs|source)");
            page.locator("[data-ready]").nth(inside ? 1 : 0).waitFor();
            var over =
                    page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth");
            assertThat(((Number) over).intValue()).as(path).isLessThanOrEqualTo(0);
            var nameless = page.evaluate("""
                () => [...document.querySelectorAll('button, input, select, textarea, a')].filter(each =>
                  !(each.textContent.trim() || each.getAttribute('aria-label') || each.labels?.length || each.querySelector('img[alt]'))).map(each => each.outerHTML)\
                """);
            assertThat((Iterable<?>) nameless).as(path).isEmpty();
            if (++number % 3 == 0) window.picture("phone-" + number);
        }
        at("/runs");
        ready("runs");
        window.picture("phone");
    }

    @Test
    void theKeyboardIsEnough() {
        at("/runs");
        ready("runs");
        page.keyboard().press("Tab");
        assertThat(page.locator(":focus")).hasText("To the content");
        for (int i = 0; i < 3; i++) page.keyboard().press("Tab");
        page.keyboard().press("Enter");
        ready("queues");
    }

    /** Every page there is, with something on it. */
    private static List<String> all() {
        var run = "/runs/" + flaky;
        var flow = "/runs/" + tides;
        return List.of(
                "/runs",
                run,
                run + "/timeline",
                run + "/tasks",
                run + "/tasks/1",
                run + "/logs",
                run + "/figures",
                flow,
                flow + "/graph",
                flow + "/results",
                flow + "/whatif",
                "/runs/" + job + "/job",
                "/runs/" + dredged + "/cost",
                "/queues",
                "/agents",
                "/fleet",
                "/sites",
                "/new");
    }
}
