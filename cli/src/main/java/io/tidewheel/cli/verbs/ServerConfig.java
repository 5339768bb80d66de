package io.tidewheel.cli.verbs;

import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.engine.EngineSettings;
import io.tidewheel.model.Durations;
import io.tidewheel.server.host.ClusterSecret;
import io.tidewheel.server.host.ClusterSecrets;
import io.tidewheel.server.http.TrustedProxies;
import io.tidewheel.server.http.WatcherLimits;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Reads single settings of a server from its configuration. What makes no sense is a mistake of usage that names the option. */
final class ServerConfig {
    private ServerConfig() {}

    static TrustedProxies proxies(Config config) {
        try {
            return TrustedProxies.parse(config.value(ConfigKey.LISTEN_PROXIES).orElse(""));
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage("--trusted-proxies: " + wrong.getMessage());
        }
    }

    static ClusterSecrets clusterSecrets(Config config) {
        try {
            return new ClusterSecrets(
                    clusterSecret(config, ConfigKey.CLUSTER_SECRET),
                    clusterSecret(config, ConfigKey.CLUSTER_EARLIER_SECRET));
        } catch (IllegalArgumentException alone) {
            throw CliError.usage("%s: %s".formatted(ConfigKey.CLUSTER_EARLIER_SECRET.variable(), alone.getMessage()));
        }
    }

    private static Optional<ClusterSecret> clusterSecret(Config config, ConfigKey key) {
        try {
            return config.value(key).map(ClusterSecret::new);
        } catch (IllegalArgumentException tooShort) {
            throw CliError.usage("%s: %s".formatted(key.variable(), tooShort.getMessage()));
        }
    }

    static WatcherLimits watchers(Config config) {
        return new WatcherLimits(
                count(config, ConfigKey.LISTEN_WATCHERS_PER_TOKEN, WatcherLimits.DEFAULT.perToken()),
                count(config, ConfigKey.LISTEN_WATCHERS, WatcherLimits.DEFAULT.inAll()));
    }

    private static int count(Config config, ConfigKey key, int usual) {
        var text = config.value(key).orElse(Integer.toString(usual));
        if (text.matches("[1-9]\\d{0,6}")) return Integer.parseInt(text);
        throw CliError.usage(
                "%s is a number from 1 to 9999999, but '%s'".formatted(key.flag(), text),
                "example: %s %d".formatted(key.flag(), usual));
    }

    static EngineSettings engine(Config config) {
        var text = config.value(ConfigKey.STORE_RETENTION).orElse("30d");
        try {
            return EngineSettings.DEFAULT.withRetention(Durations.parse(text));
        } catch (IllegalArgumentException wrong) {
            throw CliError.usage("--retention: " + wrong.getMessage());
        }
    }

    static InetSocketAddress address(Config config) {
        var host = config.value(ConfigKey.LISTEN_BIND).orElseThrow();
        var port = config.value(ConfigKey.LISTEN_PORT).orElseThrow();
        if (!port.matches("\\d{1,5}") || Integer.parseInt(port) > 65_535) {
            throw CliError.usage("--port: '%s' is not a port from 0 to 65535".formatted(port), "example: --port 7117");
        }
        try {
            return new InetSocketAddress(InetAddress.getByName(host), Integer.parseInt(port));
        } catch (UnknownHostException unknown) {
            throw CliError.usage("--bind: there is no address '%s'".formatted(host), "example: --bind 127.0.0.1");
        }
    }

    /** The same for every life of a server, and another one for every other server on its database. */
    static String name(Config config) {
        var named = config.value(ConfigKey.STORE_SERVER_NAME);
        if (named.isEmpty()) return "%s-%s".formatted(AgentStart.host(), config.placeMark());
        if (named.get().matches("[A-Za-z0-9][A-Za-z0-9._-]{0,62}")) return named.get();
        throw CliError.usage("--name: use letters, digits and . _ -, at most 63, not '%s'".formatted(named.get()));
    }

    static Set<String> names(Config config) {
        var names = new TreeSet<String>();
        for (var name : config.value(ConfigKey.LISTEN_NAMES).orElse("").split(","))
            if (!name.isBlank()) names.add(name.strip());
        return names;
    }
}
