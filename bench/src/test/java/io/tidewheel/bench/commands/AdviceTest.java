package io.tidewheel.bench.commands;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.bench.commands.ProgramTexts.FoundText;
import io.tidewheel.cli.Main;
import io.tidewheel.cli.text.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;

/** Whatever command or option the program names, in an error, a hint, an example or on a page, must exist. */
class AdviceTest {
    private static final Pattern COMMAND = Pattern.compile("(?<![\\w./\"-])tidewheel ([^\\n\"`]+)");
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z0-9-]+");
    private static final Pattern PLACEHOLDER = Pattern.compile("%\\d*\\$?[,.\\d]*[sd]|\\u0001|\\$\\{[^}]*}");
    private static final Pattern REQUEST = Pattern.compile("\\b(GET|POST|DELETE|PATCH) /");
    private static final Pattern INNER = Pattern.compile("\\$\\([^)]*\\)");

    /** The name of the program in a sentence, not a command. */
    private static final Set<String> PROSE = Set.of("7", "is", "protocol", "server?", "tables");

    /** Where a sentence goes on after a command. */
    private static final Set<String> GOES_ON =
            Set.of("2>/dev/null", "and", "or", "to", "lists", "shows", "says", "does", "prints", "is");

    /** Options of other programs that we start or speak of. */
    private static final Set<String> FOREIGN = Set.of(
            "--network",
            "--cpus",
            "--memory",
            "--read-only",
            "--http2-prior-knowledge",
            "--disable-ipc-flooding-protection");

    @TempDir
    Path folder;

    @Test
    void everyCommandThatIsAdvisedCanBeTyped() throws IOException {
        var wrong = new TreeSet<String>();
        int seen = 0;
        for (var said : ProgramTexts.withDocuments()) {
            for (var words : commandsIn(said.text())) {
                if (PROSE.contains(words.getFirst()) || said.where().endsWith("CompletionScript.class")) continue;
                seen++;
                var complaint = complaintAbout(words, said.where().endsWith(".md"));
                if (!complaint.isEmpty())
                    wrong.add(said.where() + ": tidewheel " + String.join(" ", words) + ": " + complaint);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(seen).as("commands that were looked at").isGreaterThan(150);
    }

    /** What is put together only while the program runs is asked for by failing in different ways. */
    @Test
    void whatIsAdvisedAfterAFailureCanBeTypedAndDone() throws IOException {
        var user = new WorkbenchSession(folder);
        user.type("run", "--", "sh", "-c", "exit 3");
        user.type("run", "--", "no-such-program-anywhere");
        for (var task : List.of("1/0", "2/0", "1")) {
            var said = user.type("explain", task).out();
            var commands = commandsIn(said);
            assertThat(commands).as(said).isNotEmpty();
            for (var words : commands) {
                assertThat(complaintAbout(words, false)).as(said).isEmpty();
                if (words.getFirst().equals("retry")) continue;
                assertThat(user.type(words.toArray(String[]::new)).code())
                        .as("%s", words)
                        .isZero();
            }
        }
    }

    @Test
    void everyOptionThatASentenceNamesBelongsToACommand() throws IOException {
        var sentences =
                ProgramTexts.all().stream().filter(said -> said.text().contains(" ") && !isOfOtherPrograms(said));
        assertThat(unknownOptions(sentences.toList())).isEmpty();
    }

    @Test
    void everyOptionThatADocumentNamesBelongsToACommand() throws IOException {
        var spans = ProgramTexts.withDocuments().stream()
                .filter(said -> said.where().endsWith(".md"))
                .toList();
        assertThat(spans)
                .filteredOn(said -> said.where().startsWith("docs/reference/"))
                .hasSizeGreaterThan(1_000);
        assertThat(unknownOptions(spans)).isEmpty();
    }

    private static Set<String> unknownOptions(List<FoundText> texts) {
        var known = new TreeSet<>(FOREIGN);
        collectOptions(root(), known);
        var wrong = new TreeSet<String>();
        for (var said : texts) {
            var options = OPTION.matcher(said.text());
            while (options.find()) {
                if (!known.contains(options.group()))
                    wrong.add(said.where() + ": " + options.group() + " in: " + said.text());
            }
        }
        return wrong;
    }

    @Test
    void nobodyWhoTypesCommandsIsToldToSendARequest() throws IOException {
        var wrong = new TreeSet<String>();
        for (var said : ProgramTexts.all()) {
            boolean reachesPeople = said.where().contains("tidewheel/cli/")
                    || said.where().contains("tidewheel/server/endpoints/rest/");
            if (reachesPeople && REQUEST.matcher(said.text()).find()) wrong.add(said.where() + ": " + said.text());
        }
        assertThat(wrong).isEmpty();
    }

    private static boolean isOfOtherPrograms(FoundText said) {
        return said.where().contains("tidewheel/bench/") && !said.where().contains("tidewheel/bench/commands/");
    }

    private static void collectOptions(CommandLine line, Set<String> known) {
        for (var option : line.getCommandSpec().options()) known.addAll(List.of(option.names()));
        line.getSubcommands().values().forEach(sub -> collectOptions(sub, known));
    }

    private static CommandLine root() {
        return Main.all(Console.ofProcess(), WorkbenchMain.commands());
    }

    private static String complaintAbout(List<String> words, boolean mayOnlyName) {
        try {
            root().parseArgs(words.toArray(String[]::new));
            return "";
        } catch (MissingParameterException incomplete) {
            return mayOnlyName ? "" : String.valueOf(incomplete.getMessage());
        } catch (ParameterException wrong) {
            return String.valueOf(wrong.getMessage());
        }
    }

    private static List<List<String>> commandsIn(String text) {
        var found = new ArrayList<List<String>>();
        var matcher = COMMAND.matcher(text);
        int from = 0;
        while (matcher.find(from)) {
            var words = words(matcher.group(1));
            if (!words.isEmpty()) found.add(words);
            from = matcher.start(1);
        }
        return found;
    }

    /** The words of a command up to where the sentence around it goes on. */
    private static List<String> words(String rest) {
        var text = PLACEHOLDER.matcher(INNER.matcher(rest).replaceAll("7")).replaceAll("7");
        var words = new ArrayList<String>();
        for (var word : text.split(" +")) {
            if (word.startsWith("(") || word.matches("[|<>&;]+") || GOES_ON.contains(word)) break;
            var bare = word.replaceAll("[,;:.)'\\]]+$", "");
            if (!bare.isEmpty() && !word.equals("...")) words.add(meant(bare.replaceAll("['\\[]", "")));
            if (!bare.equals(word) && !word.equals("...")) break;
        }
        return words;
    }

    private static String meant(String word) {
        if (word.endsWith("/N")) return word.substring(0, word.length() - 1) + "0";
        return word.matches("[A-Z]+") && !word.equals("FILE") && !word.equals("DIR") ? "7" : word;
    }
}
