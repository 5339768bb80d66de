import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Counts what decision 250 compares, in revisions of this repository: {@code java tools/MeasureHouse.java REVISION...}. What is counted is the text of
 * the sources as it was committed; nothing is built.
 */
final class MeasureHouse {
    private static final Pattern TYPE = Pattern.compile(
            "^(?:(?:public|abstract|final|sealed|non-sealed) )*(?:class|record|interface|enum) (\\w+)",
            Pattern.MULTILINE);
    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern IMPORT =
            Pattern.compile("^import (?:static )?(io\\.tidewheel\\.[a-z0-9_.]+)\\.[A-Z]", Pattern.MULTILINE);

    /** Fields of a run whose names are searched for in the program, in all the ways in which they are written. */
    private static final Map<String, Pattern> FIELDS = new TreeMap<>(Map.of(
            "maxFails", Pattern.compile("[mM]axFails|MAX_FAILS|max-fails|max_fails"),
            "maxInactivity", Pattern.compile("[mM]axInactivity|MAX_INACTIVITY|max-inactivity|max_inactivity")));

    /** What a program can do now and could not before, by where it stands; what is spread over other files is not found so. */
    private static final Map<String, Pattern> NEW = new TreeMap<>(Map.of(
            "several servers",
                    Pattern.compile(
                            "/(Cluster|AgentSpread|AgentMoves|PresentAgents|ServerNote|ProgressForwarder)\\w*\\.java"),
            "plug-ins", Pattern.compile("/(plugins|extensions)/\\w+\\.java|/\\w*(Plugin|Extension)\\w*\\.java"),
            "HTTP/2 and WebSocket", Pattern.compile("/http/(h2|websocket)/|/(Http2|WebSocket)\\w*\\.java"),
            "links", Pattern.compile("/protocol/links/"),
            "notices", Pattern.compile("/notices/|/\\w*Noti(ce|fier)\\w*\\.java"),
            "backups", Pattern.compile("/\\w*(Backup|Snapshot|Restore)\\w*\\.java"),
            "the sealed audit log", Pattern.compile("/audit/|/\\w*Audit\\w*\\.java"),
            "lab: clusters, histories, seeded bugs", Pattern.compile("/experiments/(cluster|histories|seeded)/")));

    private MeasureHouse() {}

    public static void main(String... revisions) throws Exception {
        for (var revision : revisions.length == 0 ? new String[] {"HEAD"} : revisions) {
            var folder = Files.createTempDirectory("house");
            try {
                var tar = "git archive '%s' | tar -x -C '%s'".formatted(revision.replace("'", ""), folder);
                int code =
                        new ProcessBuilder("sh", "-c", tar).inheritIO().start().waitFor();
                if (code != 0) throw new IllegalArgumentException("git knows no revision " + revision);
                measure(revision, folder);
            } finally {
                new ProcessBuilder("rm", "-r", folder.toString()).start().waitFor();
            }
        }
    }

    private static void measure(String revision, Path root) throws IOException {
        var main = new TreeMap<String, String>();
        var tests = new TreeMap<String, String>();
        try (var files = Files.walk(root)) {
            for (var file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                var name = "/" + root.relativize(file);
                if (name.contains("/src/main/java/")) main.put(name, Files.readString(file));
                else if (name.contains("/src/test/java/")) tests.put(name, Files.readString(file));
            }
        }
        System.out.printf("%n%s%n", revision);
        print("files, main", main.size());
        print("lines, main", lines(main.values().stream()));
        print(
                "files over 600 lines, main",
                main.values().stream()
                        .filter(text -> text.lines().count() > 600)
                        .count());
        print("files, tests", tests.size());
        print("lines, tests", lines(tests.values().stream()));
        names(main);
        circles(main);
        FIELDS.forEach((field, pattern) -> print(
                "files that name " + field,
                main.values().stream()
                        .filter(text -> pattern.matcher(text).find())
                        .count()));
        fresh(main);
    }

    private static void names(Map<String, String> main) {
        var names = new ArrayList<String>();
        for (var text : main.values()) TYPE.matcher(text).results().forEach(found -> names.add(found.group(1)));
        long single =
                names.stream().filter(name -> name.matches("[A-Z][a-z0-9]*")).count();
        var seen = new TreeSet<String>();
        var repeated = new TreeSet<String>();
        for (var name : names) if (!seen.add(name)) repeated.add(name);
        print("top-level types", names.size());
        print("of these with a single word", single);
        print("names that stand for several of these", repeated.size());
    }

    /** Packages that reach themselves over the imports of others, of the same folder and all together. */
    private static void circles(Map<String, String> main) {
        var imports = new TreeMap<String, Set<String>>();
        for (var text : main.values()) {
            var own = PACKAGE.matcher(text);
            if (!own.find()) continue;
            var known = imports.computeIfAbsent(own.group(1), _ -> new TreeSet<>());
            IMPORT.matcher(text).results().map(found -> found.group(1)).forEach(known::add);
        }
        imports.forEach((name, known) -> known.remove(name));
        long circular =
                imports.keySet().stream().filter(name -> reaches(name, imports)).count();
        print("packages", imports.size());
        print("packages in a circle", circular);
    }

    private static boolean reaches(String name, Map<String, Set<String>> imports) {
        var seen = new TreeSet<String>();
        var ahead = new ArrayDeque<>(imports.get(name));
        while (!ahead.isEmpty()) {
            var next = ahead.remove();
            if (next.equals(name)) return true;
            if (seen.add(next)) ahead.addAll(imports.getOrDefault(next, Set.of()));
        }
        return false;
    }

    private static void fresh(Map<String, String> main) {
        var counted = new TreeSet<String>();
        long all = 0;
        for (var part : NEW.entrySet()) {
            var files = main.keySet().stream()
                    .filter(file -> part.getValue().matcher(file).find() && counted.add(file))
                    .toList();
            long lines = lines(files.stream().map(main::get));
            all += lines;
            print("lines of " + part.getKey(), lines);
        }
        print("lines of all these together", all);
    }

    private static long lines(Stream<String> texts) {
        return texts.mapToLong(text -> text.lines().count()).sum();
    }

    private static void print(String what, long count) {
        System.out.printf(Locale.ROOT, "  %-50s %,9d%n", what, count);
    }
}
