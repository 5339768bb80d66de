package io.tidewheel.trials.web;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import io.tidewheel.testing.PatientWaiting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The Chromium of this machine, driven without a window. Tells what its pages complained of. */
final class ChromiumBrowser implements AutoCloseable {
    private static final Set<String> IN_DOCUMENTS = Set.of(
            "dashboard", "runs", "graph", "figures", "lint", "job", "fleet", "cost", "whatif", "report-machines");
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    private final Playwright playwright;
    private final Browser browser;

    ChromiumBrowser() {
        var program = program();
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(program)
                        // The sandbox refuses to work for root; pages here come from our own server.
                        .setArgs(List.of("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")));
    }

    private static Path program() {
        return Stream.of(System.getenv().getOrDefault("PATH", "/usr/bin").split(":"))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError(
                        "found no Chromium on the PATH, which these tests need: install it (Debian: apt-get"
                                + " install chromium), or let ./verify do it"));
    }

    /** A window of its own, which shares nothing with others. */
    OpenedPage open(int width, int height, boolean dark) {
        var context = browser.newContext(new Browser.NewContextOptions()
                .setViewportSize(width, height)
                .setReducedMotion(com.microsoft.playwright.options.ReducedMotion.REDUCE)
                .setColorScheme(
                        dark
                                ? com.microsoft.playwright.options.ColorScheme.DARK
                                : com.microsoft.playwright.options.ColorScheme.LIGHT));
        context.setDefaultTimeout(PatientWaiting.LONGEST.toMillis());
        return new OpenedPage(context, context.newPage());
    }

    /** A page, and what went wrong in it. */
    static final class OpenedPage implements AutoCloseable {
        private final BrowserContext context;
        private final Page page;
        private final List<String> complaints = new ArrayList<>();
        private final List<String> foreign = new ArrayList<>();

        private OpenedPage(BrowserContext context, Page page) {
            this.context = context;
            this.page = page;
            page.onPageError(complaints::add);
            page.onConsoleMessage(message -> {
                if (message.type().equals("error") && !message.text().contains("status of 4"))
                    complaints.add(message.text());
            });
            page.onRequest(request -> {
                var url = request.url();
                if (!url.startsWith("http://127.0.0.1:")
                        && !url.startsWith("file:")
                        && !url.startsWith("blob:")
                        && !url.startsWith("data:")) foreign.add(url);
            });
        }

        Page page() {
            return page;
        }

        /** Errors of scripts and what the content policy refused. */
        List<String> complaints() {
            return complaints;
        }

        /** What was asked of other servers than ours. */
        List<String> foreign() {
            return foreign;
        }

        /** Puts something into the memory of the tab before any page is opened. */
        void remember(String key, String value) {
            page.addInitScript("if (location.protocol.startsWith('http')) sessionStorage.setItem('%s', '%s')"
                    .formatted(key, value));
        }

        /** Kept in target/screens; with {@code -Dtidewheel.pictures=FOLDER} those that the documents show are put there too. */
        void picture(String name) {
            shoot(Path.of("target/screens"), name);
            var folder = System.getProperty("tidewheel.pictures");
            if (folder != null && IN_DOCUMENTS.contains(name)) shoot(Path.of(folder), name);
        }

        private void shoot(Path folder, String name) {
            page.screenshot(new Page.ScreenshotOptions().setPath(folder.resolve(name + ".png")));
        }

        @Override
        public void close() {
            context.close();
        }
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
