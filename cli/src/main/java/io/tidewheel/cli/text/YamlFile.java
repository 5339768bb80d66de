package io.tidewheel.cli.text;

import io.tidewheel.cli.errors.CliError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLFactory;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads YAML (and so JSON) files that people write, within limits; errors name the line and column. */
public final class YamlFile {
    private static final long MAX_BYTES = 64L << 20;
    private static final int MAX_DEPTH = 64;
    private static final int MAX_ALIASES = 100;

    private YamlFile() {}

    public static JsonNode read(Path file) {
        return parse(file.toString(), text(file));
    }

    /** The whole text of a file, if it is one that a person could have written. */
    public static String text(Path file) {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw CliError.usage("%s is larger than %s".formatted(file, HumanNumbers.bytes(MAX_BYTES)));
            }
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (java.nio.charset.CharacterCodingException binary) {
            throw CliError.usage(file + " is not text in UTF-8");
        } catch (IOException unreadable) {
            throw CliError.usage("%s cannot be read: %s".formatted(file, FailureWords.of(unreadable)));
        }
    }

    /** @param name what the text is called in messages */
    public static JsonNode parse(String name, String text) {
        try {
            var tree = mapper().readTree(text);
            return tree == null ? mapper().missingNode() : tree;
        } catch (JacksonException malformed) {
            var at = malformed.getLocation();
            var where = at == null || at.getLineNr() < 1 ? "" : ":%d:%d".formatted(at.getLineNr(), at.getColumnNr());
            throw CliError.usage("%s%s: %s".formatted(name, where, firstLine(malformed.getOriginalMessage())));
        }
    }

    /** Where each field stands, as {@code line:column}, by its path: {@code retry.delay}, {@code tasks[3].command}. */
    public static Map<String, String> places(String name, String text) {
        var places = new LinkedHashMap<String, String>();
        try (var parser = mapper().createParser(text)) {
            for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                var path = path(parser.streamReadContext());
                var at = parser.currentTokenLocation();
                if (!path.isEmpty()) places.putIfAbsent(path, at.getLineNr() + ":" + at.getColumnNr());
            }
        } catch (JacksonException malformed) {
            return places; // it has been parsed before; what is known is enough
        }
        return places;
    }

    private static String path(TokenStreamContext at) {
        var path = new StringBuilder();
        for (var here = at; here != null && !here.inRoot(); here = here.getParent()) {
            if (here.inArray()) path.insert(0, "[" + here.getCurrentIndex() + "]");
            else if (here.currentName() != null) path.insert(0, "." + here.currentName());
        }
        return path.isEmpty() ? "" : path.charAt(0) == '.' ? path.substring(1) : path.toString();
    }

    private static String firstLine(String message) {
        int end = message.indexOf('\n');
        return SafeText.line(end < 0 ? message : message.substring(0, end));
    }

    private static YAMLMapper mapper() {
        var limits = LoadSettings.builder()
                .setMaxAliasesForCollections(MAX_ALIASES)
                .setAllowDuplicateKeys(false)
                .setCodePointLimit(Math.toIntExact(MAX_BYTES))
                .build();
        var factory = YAMLFactory.builder()
                .loadSettings(limits)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MAX_DEPTH)
                        .build())
                .build();
        return YAMLMapper.builder(factory)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .build();
    }
}
