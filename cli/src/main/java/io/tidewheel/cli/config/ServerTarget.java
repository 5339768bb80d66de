package io.tidewheel.cli.config;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.errors.ExitCodes;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** Where a command turns to. */
public sealed interface ServerTarget {
    /**
     * A server that listens, or another queue that a link reaches.
     *
     * @param token there is always one for a server; other queues know their callers in other ways, too
     * @param certificate whom to trust, if not whom the JDK trusts
     * @param others further servers of the same database, to turn to when it does not answer
     */
    record Remote(URI url, Optional<String> token, Optional<Path> certificate, List<URI> others)
            implements ServerTarget {
        public Remote {
            others = List.copyOf(others);
        }

        /** One without others. */
        public Remote(URI url, Optional<String> token, Optional<Path> certificate) {
            this(url, token, certificate, List.of());
        }

        /** All servers, each for itself. */
        public List<Remote> each() {
            var each = new ArrayList<Remote>();
            each.add(at(url));
            for (var other : others) each.add(at(other));
            return each;
        }

        /** All addresses, for people. */
        public String addresses() {
            var all = new StringBuilder(url.toString());
            for (var other : others) all.append(", ").append(other);
            return all.toString();
        }

        /** Another server, reached in the same way. */
        public Remote at(URI address) {
            return new Remote(address, token, certificate);
        }

        /** Whether commands are likely to find the same files there as here. */
        public boolean isThisMachine() {
            return isThisMachine(url) && others.stream().allMatch(Remote::isThisMachine);
        }

        private static boolean isThisMachine(URI url) {
            if (!isServer(url)) return false;
            var host = url.getHost();
            return host.equals("localhost") || host.equals("[::1]") || host.startsWith("127.");
        }
    }

    /** A data folder that no server uses now. */
    record Folder(Path data) implements ServerTarget {}

    /** The server for commands that only look at runs: a {@code run} that works on its own is asked, too. */
    static ServerTarget of(Config config) {
        var target = ofServer(config);
        if (!(target instanceof Folder(var data))) return target;
        return LocalServer.findRun(data)
                .<ServerTarget>map(run -> remote(config, run.url(), Optional.of(run.tokenFile())))
                .orElse(target);
    }

    /** The server for commands that want something done: only one that stays. */
    static ServerTarget ofServer(Config config) {
        var named = config.value(ConfigKey.SERVER_URL);
        if (named.isPresent()) return named(config, named.get());
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

    /** A server by its address, or several by theirs with commas between them, with the token that the settings give. */
    static Remote named(Config config, String addresses) {
        var urls = new LinkedHashSet<URI>();
        for (var address : addresses.split(",", -1)) {
            if (address.isBlank()) throw nothingBetweenCommas(addresses);
            urls.add(url(address.strip()));
        }
        var first = remote(config, urls.getFirst(), Optional.empty());
        urls.removeFirst();
        for (var other : urls) {
            if (!isServer(first.url()) || !isServer(other)) throw cannotBeJoined(addresses);
        }
        return new Remote(first.url(), first.token(), first.certificate(), List.copyOf(urls));
    }

    private static CliError nothingBetweenCommas(String addresses) {
        return CliError.usage(
                "--server: an address is missing in '%s'".formatted(addresses),
                "write several servers like http://a:7117,http://b:7117");
    }

    private static CliError cannotBeJoined(String addresses) {
        return CliError.usage(
                "--server: '%s' names several addresses, and not all of them are servers".formatted(addresses),
                "only servers that share a database can stand for each other");
    }

    private static Remote remote(Config config, URI url, Optional<Path> tokenFile) {
        var token = config.value(ConfigKey.SERVER_TOKEN)
                .or(() -> tokenFile.or(() -> ownTokenFile(config, url)).map(Config::secret));
        if (token.isEmpty() && isServer(url))
            throw CliError.usage(
                    "there is no token for " + url,
                    "name a file that contains one with --token-file FILE or TIDEWHEEL_SERVER_TOKEN_FILE");
        return new Remote(url, token, config.value(ConfigKey.SERVER_CERTIFICATE).map(Path::of));
    }

    /** The file with the token of the own data folder, if the address is that of its server: then the token need not be named. */
    private static Optional<Path> ownTokenFile(Config config, URI url) {
        return LocalServer.find(config.dataFolder())
                .filter(local -> local.url().equals(url))
                .map(LocalServer::tokenFile);
    }

    private static URI url(String text) {
        try {
            var url = new URI(text.contains("://") ? text : "http://" + text);
            if (url.getRawAuthority() == null) throw notAnAddress(text);
            if (!isServer(url)) return url;
            if (url.getHost() == null) throw notAnAddress(text);
            var port = url.getPort() < 0 && url.getScheme().equals("http") ? 7117 : url.getPort();
            return new URI(url.getScheme(), null, url.getHost(), port, null, null, null);
        } catch (URISyntaxException malformed) {
            throw notAnAddress(text);
        }
    }

    /** Whether it is the address of a server of ours; what others look like is known to the links that reach them. */
    private static boolean isServer(URI url) {
        return url.getScheme().equals("http") || url.getScheme().equals("https");
    }

    private static CliError notAnAddress(String text) {
        return CliError.usage(
                "--server: '%s' is not the address of a server".formatted(text), "write it like http://host:7117");
    }
}
