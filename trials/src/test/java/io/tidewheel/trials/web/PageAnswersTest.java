package io.tidewheel.trials.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the pages expect of the server's answers, held against the description of its interface. */
class PageAnswersTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern TYPE = Pattern.compile(
            "^  interface (\\w+)(?: extends (\\w+))? \\{\\n(.*?)^  \\}$", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern FIELD = Pattern.compile("^    (\\w+)\\??: ", Pattern.MULTILINE);

    /** A type that is named like a schema stands for it; others are parts of answers that have no name in the description. */
    @Test
    void everyFieldThatThePagesReadIsDescribed() throws IOException {
        var schemas = description().path("components").path("schemas");
        var types = types(Files.readString(ROOT.resolve("web/src/main/types/answers.d.ts")));
        types.keySet().removeIf(name -> !schemas.has(name));
        assertThat(types).containsKeys("Run", "RunBrief", "Chain", "Machine", "Report");
        types.forEach((name, fields) -> assertThat(
                        new TreeSet<>(schemas.path(name).path("properties").propertyNames()))
                .as(name)
                .containsAll(fields));
    }

    private static JsonNode description() throws IOException {
        try (var files = Files.walk(ROOT.resolve("server/src/main/resources"))) {
            var file = files.filter(each -> each.endsWith("openapi.json")).findFirst();
            return new JsonMapper().readTree(Files.readString(file.orElseThrow()));
        }
    }

    private static Map<String, Set<String>> types(String text) {
        var types = new LinkedHashMap<String, Set<String>>();
        TYPE.matcher(text).results().forEach(found -> {
            var fields = new TreeSet<String>();
            if (found.group(2) != null) fields.addAll(types.getOrDefault(found.group(2), Set.of()));
            FIELD.matcher(found.group(3)).results().forEach(field -> fields.add(field.group(1)));
            types.put(found.group(1), fields);
        });
        return types;
    }
}
