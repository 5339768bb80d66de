package io.tidewheel.cli.config;

import io.tidewheel.cli.CliError;
import io.tidewheel.cli.ExitCodes;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Optional;

/** Where a command turns to. */
public sealed interface ServerTarget {
    /**
     * A server that listens.
     *
     * @param certificate whom to trust, if not whom the JDK trusts
     */
    record Remote(URI url, String token, Optional<Path> certificate) implements ServerTarget {
        /** Whether commands are likely to find the same files there as here. */
        public boolean isThisMachine() {
            var host = url.getHost();
            return host.equals("localhost") || host.equals("[::1]") || host.startsWith("127.");
        }
    }

    /** A data folder that no server uses now. */
    record Folder(Path data) implements ServerTarget {}

    /** For whoever looks at runs: also a {@code run} that works on its own is asked. */
    static ServerTarget of(Config config) {
        var target = ofServer(config);
        if (!(target instanceof Folder(var data))) return target;
        return LocalServer.findRun(data)
                .<ServerTarget>map(run -> remote(config, run.url(), Optional.of(run.tokenFile())))
                .orElse(target);
    }

    /** For whoever wants something done: only a server that stays. */
    static ServerTarget ofServer(Config config) {
        var named = config.value(ConfigKey.SERVER_URL);
        if (named.isPresent()) return remote(config, url(named.get()), Optional.empty());
        var data = config.dataFolder();
        return LocalServer.find(data)
                .<ServerTarget>map(local -> local(config, local))
                .orElse(new Folder(data));
    }

    private static Remote local(Config config, LocalServer local) {
        if (!local.isGone()) return remote(config, local.url(), Optional.of(local.tokenFile()));
        throw new CliError(
                ExitCodes.UNREACHABLE,
                "the server of %s has died: it was process %d at %s"
                        .formatted(config.dataFolder(), local.pid(), local.url()),
                "start it again with: tidewheel server start --data " + config.dataFolder(),
                "if there is to be none any more, remove the file "
                        + config.dataFolder().resolve(LocalServer.FILE));
    }

    /** A server by its address, with the token that the settings give. */
    static Remote named(Config config, String address) {
        return remote(config, url(address), Optional.empty());
    }

    private static Remote remote(Config config, URI url, Optional<Path> tokenFile) {
        var token = config.value(ConfigKey.SERVER_TOKEN)
                .or(() -> tokenFile.or(() -> ownTokenFile(config, url)).map(Config::secret))
                .orElseThrow(() -> CliError.usage(
                        "there is no token for " + url,
                        "name a file that contains one with --token-file FILE or TIDEWHEEL_SERVER_TOKEN_FILE"));
        return new Remote(url, token, config.value(ConfigKey.SERVER_CERTIFICATE).map(Path::of));
    }

    /** Whoever names the server of the own data folder need not name its token too. */
    private static Optional<Path> ownTokenFile(Config config, URI url) {
        return LocalServer.find(config.dataFolder())
                .filter(local -> local.url().equals(url))
                .map(LocalServer::tokenFile);
    }

    private static URI url(String text) {
        try {
            var url = new URI(text.contains("://") ? text : "http://" + text);
            boolean good = url.getHost() != null
                    && (url.getScheme().equals("http") || url.getScheme().equals("https"));
            if (!good) throw notAnAddress(text);
            var port = url.getPort() < 0 && url.getScheme().equals("http") ? 7117 : url.getPort();
            return new URI(url.getScheme(), null, url.getHost(), port, null, null, null);
        } catch (URISyntaxException malformed) {
            throw notAnAddress(text);
        }
    }

    private static CliError notAnAddress(String text) {
        return CliError.usage(
                "--server: '%s' is not the address of a server".formatted(text), "write it like http://host:7117");
    }
}
