package io.tidewheel.cli.plugins;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.YamlFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The jars of plug-ins that somebody has looked at and lists by their hashes: no other one is loaded. */
final class TrustedJars {
    /** A line as sha256sum writes it: the hash, a space, a space or an asterisk, and the name. */
    private static final Pattern LINE = Pattern.compile("([0-9a-fA-F]{64})(?:\\s+\\*?(.*))?");

    private final Path file;
    /** The names of the jars by their hashes. */
    private final Map<String, String> names = new LinkedHashMap<>();

    private TrustedJars(Path file) {
        this.file = file;
    }

    /** Reads a list as sha256sum writes it; empty lines and lines that begin with # say nothing. */
    static TrustedJars read(Path file) {
        if (!Files.isRegularFile(file))
            throw CliError.usage(
                    "--trusted-plugins: there is no file %s".formatted(file),
                    "make it of jars that you have looked at: sha256sum plugins/*.jar > trusted-plugins");
        var trusted = new TrustedJars(file);
        int number = 0;
        for (var line : YamlFile.text(file).lines().toList()) {
            number++;
            if (!line.isBlank() && !line.startsWith("#")) trusted.add(number, line.strip());
        }
        return trusted;
    }

    private void add(int number, String line) {
        var parts = LINE.matcher(line);
        if (!parts.matches())
            throw CliError.usage(
                    "%s, line %d: a SHA-256 of 64 hexadecimal digits, and then a name, is expected"
                            .formatted(file, number),
                    "sha256sum writes such lines: sha256sum plugins/*.jar");
        var name = Optional.ofNullable(parts.group(2)).orElse("");
        names.put(parts.group(1).toLowerCase(Locale.ROOT), name.isEmpty() ? "" : lastPart(name));
    }

    private static String lastPart(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    /** Why a jar must not be loaded; empty if it may. */
    Optional<String> objection(Path jar) throws IOException {
        var hash = hash(jar);
        if (names.containsKey(hash)) return Optional.empty();
        var changed = names.containsValue(jar.getFileName().toString());
        return Optional.of(("the jar %s %s (SHA-256 %s): put the jar back that is listed, or look at this one and, if"
                        + " you trust it, add the line '%s  %s' to that file")
                .formatted(
                        jar,
                        changed ? "is not the one that %s lists".formatted(file) : "is not listed in " + file,
                        hash,
                        hash,
                        jar.getFileName()));
    }

    static String hash(Path jar) throws IOException {
        try (var in = Files.newInputStream(jar)) {
            return hash(in);
        }
    }

    private static String hash(InputStream in) throws IOException {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            var piece = new byte[1 << 16];
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) digest.update(piece, 0, read);
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException never) {
            throw new IllegalStateException("every Java has SHA-256", never);
        }
    }
}
