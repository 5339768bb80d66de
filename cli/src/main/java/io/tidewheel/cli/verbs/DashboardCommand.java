package io.tidewheel.cli.verbs;

import io.tidewheel.cli.config.ServerTarget;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.options.CliCommand;
import io.tidewheel.cli.text.Console;
import io.tidewheel.protocol.links.LinkFeature;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidewheel dashboard}. */
@Command(
        name = "dashboard",
        description = {
            "Prints the address of the server's dashboard, with which a browser is signed in at once.",
            "The address contains your token: treat it like a password."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidewheel dashboard", "  tidewheel dashboard --open"})
public class DashboardCommand extends CliCommand {
    @Option(names = "--open", description = "Open it in the browser of this machine.")
    private boolean open;

    @Option(names = "--without-token", description = "Print the plain address; the page asks for a token.")
    private boolean withoutToken;

    public DashboardCommand(Console console) {
        super(console);
    }

    @Override
    public Integer call() {
        if (!(common.target() instanceof ServerTarget.Remote server))
            throw new CliError(
                    ExitCodes.UNREACHABLE,
                    "there is no dashboard without a server, and no server runs here",
                    "start one with: tidewheel server start",
                    "or name one with: --server URL --token-file FILE");
        common.links(server).offer().refusal(LinkFeature.OfQueue.PAGES).ifPresent(text -> {
            throw CliError.usage(text);
        });
        // What stands behind the hash stays in the browser: it is not sent, logged or handed to other sites.
        var address =
                server.url() + (withoutToken ? "/" : "/#token=" + server.token().orElse(""));
        if (open) show(address);
        else common.console().out().println(address);
        return ExitCodes.OK;
    }

    private void show(String address) {
        boolean mac = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("mac");
        try {
            new ProcessBuilder(List.of(mac ? "open" : "xdg-open", address))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException absent) {
            throw new CliError(
                    ExitCodes.ERROR,
                    "found no program that opens a browser (%s)".formatted(mac ? "open" : "xdg-open"),
                    "open it yourself: tidewheel dashboard");
        }
    }

    /** {@code tidewheel ui}: the same, under the name that other tools have for it. */
    @Command(
            name = "ui",
            description = "Prints the address of the dashboard, like tidewheel dashboard.",
            footerHeading = "%nExamples:%n",
            footer = {"  tidewheel ui", "  tidewheel ui --open"})
    public static final class Ui extends DashboardCommand {
        public Ui(Console console) {
            super(console);
        }
    }
}
