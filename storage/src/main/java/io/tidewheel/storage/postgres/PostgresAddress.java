package io.tidewheel.storage.postgres;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Properties;
import org.postgresql.Driver;

/**
 * Where a PostgreSQL database is, and who we are there.
 *
 * @param jdbcUrl without user and password
 */
public record PostgresAddress(String jdbcUrl, Optional<String> user, Optional<String> password) {
    private static final String HOW = "write it like postgresql://user:password@host:5432/database";

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
            if (!ours || uri.getHost() == null || uri.getPath().length() < 2) throw new IllegalArgumentException();
            var port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
            var query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
            return new PostgresAddress(
                    "jdbc:postgresql://" + uri.getHost() + port + uri.getRawPath() + query, part(uri, 0), part(uri, 1));
        } catch (URISyntaxException | IllegalArgumentException malformed) {
            // Not with its text: it may contain a password.
            throw new IllegalArgumentException("the address of the PostgreSQL database cannot be read: " + HOW);
        }
    }

    private static Optional<String> part(URI uri, int number) {
        if (uri.getRawUserInfo() == null) return Optional.empty();
        var parts = uri.getRawUserInfo().split(":", 2);
        return parts.length <= number
                ? Optional.empty()
                : Optional.of(URLDecoder.decode(parts[number].replace("+", "%2B"), StandardCharsets.UTF_8));
    }

    /** Host, port and database; nothing secret. */
    @Override
    public String toString() {
        var known = Driver.parseURL(jdbcUrl, new Properties());
        if (known == null) return "PostgreSQL";
        return "PostgreSQL at %s:%s/%s"
                .formatted(known.getProperty("PGHOST"), known.getProperty("PGPORT"), known.getProperty("PGDBNAME"));
    }
}
