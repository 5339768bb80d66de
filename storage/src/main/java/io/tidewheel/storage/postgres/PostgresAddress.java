package io.tidewheel.storage.postgres;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import org.postgresql.Driver;

/**
 * Where a PostgreSQL database is, and who we are there.
 *
 * @param jdbcUrl without user and password
 */
public record PostgresAddress(String jdbcUrl, Optional<String> user, Optional<String> password) {
    private static final String HOW = "write it like postgresql://user:password@host:5432/database";
    private static final Pattern HOSTS = Pattern.compile(
            "([A-Za-z0-9._-]+|\\[[0-9a-fA-F:.]+])(:\\d+)?(,([A-Za-z0-9._-]+|\\[[0-9a-fA-F:.]+])(:\\d+)?)*");

    public PostgresAddress {
        if (!jdbcUrl.startsWith("jdbc:postgresql:") || Driver.parseURL(jdbcUrl, new Properties()) == null) {
            throw new IllegalArgumentException(
                    "'%s' is not the address of a PostgreSQL database: %s".formatted(jdbcUrl, HOW));
        }
    }

    /** Reads {@code postgresql://user:password@host:port/database?options}, or a JDBC address of PostgreSQL. */
    public static PostgresAddress parse(String text) {
        if (text.startsWith("jdbc:")) return new PostgresAddress(text, Optional.empty(), Optional.empty());
        try {
            var uri = new URI(text);
            boolean ours = "postgresql".equals(uri.getScheme()) || "postgres".equals(uri.getScheme());
            var authority = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
            var hosts = authority.substring(authority.lastIndexOf('@') + 1);
            if (!ours || !HOSTS.matcher(hosts).matches() || uri.getPath().length() < 2)
                throw new IllegalArgumentException();
            var user = authority.substring(0, Math.max(0, authority.lastIndexOf('@')));
            var query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
            return new PostgresAddress(
                    "jdbc:postgresql://" + hosts + uri.getRawPath() + query, part(user, 0), part(user, 1));
        } catch (URISyntaxException | IllegalArgumentException malformed) {
            // Not with its text: it may contain a password.
            throw new IllegalArgumentException("the address of the PostgreSQL database cannot be read: " + HOW);
        }
    }

    private static Optional<String> part(String userInfo, int number) {
        if (userInfo.isEmpty()) return Optional.empty();
        var parts = userInfo.split(":", 2);
        return parts.length <= number
                ? Optional.empty()
                : Optional.of(URLDecoder.decode(parts[number].replace("+", "%2B"), StandardCharsets.UTF_8));
    }

    /** The same database at each of its hosts, if it has several. */
    List<PostgresAddress> each() {
        var known = properties();
        var hosts = known.getProperty("PGHOST", "").split(",");
        var ports = known.getProperty("PGPORT", "").split(",");
        if (hosts.length < 2 || hosts.length != ports.length) return List.of(this);
        var each = new ArrayList<PostgresAddress>();
        for (int i = 0; i < hosts.length; i++) {
            var rest = jdbcUrl.substring(jdbcUrl.indexOf('/', "jdbc:postgresql://".length()));
            // Which of them is the primary is what we find out ourselves.
            var url = rest.replaceAll("(?<=[?&])(targetServerType|loadBalanceHosts|hostRecheckSeconds)=[^&]*&?", "");
            each.add(new PostgresAddress(
                    "jdbc:postgresql://%s:%s%s".formatted(hosts[i], ports[i], url), user, password));
        }
        return each;
    }

    private Properties properties() {
        var known = Driver.parseURL(jdbcUrl, new Properties());
        return known == null ? new Properties() : known;
    }

    /** Host, port and database; nothing secret. */
    @Override
    public String toString() {
        var known = properties();
        var hosts = known.getProperty("PGHOST", "").split(",");
        var ports = known.getProperty("PGPORT", "").split(",");
        var places = new ArrayList<String>();
        for (int i = 0; i < hosts.length; i++) places.add(hosts[i] + ":" + ports[Math.min(i, ports.length - 1)]);
        return "PostgreSQL at %s/%s".formatted(String.join(",", places), known.getProperty("PGDBNAME"));
    }
}
