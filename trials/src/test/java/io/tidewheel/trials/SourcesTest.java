package io.tidewheel.trials;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Habits that only the text of the sources shows. */
class SourcesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final List<Path> SOURCES = sources();
    private static final Pattern DECLARATION = Pattern.compile(
            "^(?:(?:public|abstract|final|sealed|non-sealed) )*(?:class|record|interface|enum|message) (\\w+)",
            Pattern.MULTILINE);
    private static final Pattern RESEARCH = Pattern.compile("^(experiments|bench|testing)/");
    private static final Pattern COUNTED_BY_HAND = Pattern.compile("\"[^\"\\n"
        + "]*(?<!at most |more than |[01] to |first |of |the |allows |means )%,?d"
        + " (machines|agents|slots|tasks|hosts|values|files|chains|runs|partitions|sites|jobs|rounds|attempts|flaws|servers|owners|arguments)\\b[^\"\\n"
        + "]*\"");
    private static final Pattern NESTED = Pattern.compile(
            "^ +(?:(?:public|protected|private|static|abstract|final|sealed|non-sealed)"
                    + " )*(?:class|record|interface|enum) ([A-Z]\\w*)",
            Pattern.MULTILINE);
    /** Household words, of which a reader has to look up what they mean here. Rest at the beginning of a name is REST. */
    private static final Pattern GIVEN_UP = Pattern.compile(
            "(?:Desk|Door|Front|Hub|Post|Course|Diary|Trail|Sprout|Talk|Ear|Window|Way|Wanted|Doing|Past|Said|Nobody|Trouble|Gate|Unfolding)s?(?![a-z])|Rest$");
    /** The gate is the word of the design for the one place that every request passes, and at rest is how one says it of a fleet. */
    private static final List<String> GUESSED_ALL_THE_SAME =
            List.of("RequestGate", "RequestGateTest", "GateDecision", "FleetAtRest");
    /** A pronoun, or what else only makes sense after another sentence. */
    private static final Pattern BEGINS_IN_THE_AIR =
            Pattern.compile("/\\*\\*\\s+(?:\\*\\s+)?(?:Those|Whoever|Whom|Whose|Of|So"
                    + " (?:many|much|long)|Also|It|Its|They|Their|Them|As (?:above|it|they|others))\\b.*");

    private static final int LONGEST_FILE = 600;
    private static final int LONG_METHOD = 28;

    private static final List<String> MORE_THAN_ONE = List.of(
            "%d machines cannot be",
            "%d tasks have %d kinds",
            "%d runs are called",
            "machines were made for %d tasks",
            "%d agents start, each",
            "has only %d tasks",
            "%d agents have the name",
            "record %d machines",
            "it wants %d machines");

    @Test
    void thereAreSourcesToLookAt() {
        assertThat(SOURCES).anyMatch(file -> file.endsWith("model/src/main/java/io/tidewheel/model/package-info.java"));
    }

    @Test
    void everyPackageSaysWhatItIsAndForbidsNull() {
        var mute = main().map(Path::getParent)
                .distinct()
                .map(folder -> folder.resolve("package-info.java"))
                .filter(info -> !Files.exists(info)
                        || !text(info).startsWith("/**")
                        || !text(info).contains("@NullMarked"));
        assertThat(mute).isEmpty();
    }

    @Test
    void nothingIsLeftForLater() {
        assertThat(SOURCES)
                .filteredOn(mentions("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b"))
                .isEmpty();
    }

    @Test
    void testsNeitherSleepNorSkipNorMock() {
        var lazy = tests().filter(mentions("Thread\\.sleep\\(|TimeUnit\\.\\w+\\.sleep\\(|@Disabled|org\\.mockito"));
        assertThat(lazy).filteredOn(file -> !file.endsWith("SourcesTest.java")).isEmpty();
    }

    /** What never happens is told by the one limit of all tests; a shorter one only tells that the machine was busy. */
    @Test
    void noTestIsInMoreHurryThanTheOthers() {
        var hasty = tests().filter(
                        mentions("@Timeout\\(\\d|atMost\\(Duration\\.|waitFor\\(\\d|poll\\(\\d|setSoTimeout\\(\\d"));
        assertThat(hasty).filteredOn(file -> !file.endsWith("SourcesTest.java")).isEmpty();
    }

    /** What can be one is written by the class CountedNoun. Limits and the sentences of {@link #MORE_THAN_ONE} are never about one. */
    @Test
    void numbersAndTheirNounsAgree() {
        var sentences = main().filter(file ->
                        !RESEARCH.matcher(ROOT.relativize(file).toString()).find())
                .flatMap(file -> COUNTED_BY_HAND.matcher(text(file)).results().map(found -> found.group()));
        assertThat(sentences.filter(text -> MORE_THAN_ONE.stream().noneMatch(text::contains)))
                .isEmpty();
    }

    /** A name that occurs once can be searched for, and nobody takes one class for another. */
    @Test
    void everyClassAndEveryMessageHasANameOfItsOwn() {
        var files = new TreeMap<String, List<String>>();
        Stream.concat(SOURCES.stream(), messages())
                .forEach(file -> declared(file)
                        .forEach(name -> files.computeIfAbsent(name, _ -> new ArrayList<>())
                                .add(ROOT.relativize(file).toString())));
        files.values().removeIf(where -> where.size() == 1);
        assertThat(files).isEmpty();
    }

    /** Two or three words of the glossary can be guessed; of single words it lists those that stand for themselves. */
    @Test
    void singleWordsAreNamesOnlyWhereTheGlossarySaysSo() {
        var glossary = text(ROOT.resolve("docs/reference/glossary.md"));
        var allowed = Pattern.compile("`([A-Z][a-z0-9]*)`")
                .matcher(glossary)
                .results()
                .map(found -> found.group(1));
        var names = main().flatMap(SourcesTest::declared).filter(name -> name.matches("[A-Z][a-z0-9]*"));
        assertThat(names.toList()).containsExactlyInAnyOrderElementsOf(allowed.toList());
    }

    @Test
    void noClassIsNamedWithAWordThatWasGivenUp() {
        var names = SOURCES.stream()
                .flatMap(file -> Stream.concat(declared(file), nested(file)))
                .distinct()
                .toList();
        assertThat(names).hasSizeGreaterThan(2_000).contains("ProtocolFiles").containsAll(GUESSED_ALL_THE_SAME);
        assertThat(names)
                .filteredOn(name -> GIVEN_UP.matcher(name).find())
                .containsExactlyInAnyOrderElementsOf(GUESSED_ALL_THE_SAME);
    }

    /** A comment says who and what: a stranger who meets it first understands it. */
    @Test
    void noCommentBeginsWithAWordThatPointsToNothing() {
        assertThat(main().flatMap(file -> BEGINS_IN_THE_AIR
                        .matcher(text(file))
                        .results()
                        .map(found -> file.getFileName() + ": " + found.group())))
                .isEmpty();
    }

    /** A longer file is more than one thought. */
    @Test
    void noFileIsLongerThanSixHundredLines() {
        assertThat(main())
                .filteredOn(file -> text(file).lines().count() > LONGEST_FILE)
                .isEmpty();
    }

    /**
     * Of a hundred methods of the product at most one has more lines than this, from the first line of its declaration, annotations
     * included, to its last brace. Methods without a body do not count.
     */
    @Test
    void ofAHundredMethodsAtMostOneIsLong() throws IOException {
        var product = main().filter(file ->
                !RESEARCH.matcher(ROOT.relativize(file).toString()).find());
        var methods = MethodLength.in(product.toList());
        var tooLong =
                methods.stream().filter(method -> method.lines() > LONG_METHOD).toList();
        assertThat(methods).hasSizeGreaterThan(1_000);
        assertThat(tooLong).hasSizeLessThanOrEqualTo(methods.size() / 100);
    }

    private static Stream<Path> main() {
        return SOURCES.stream().filter(file -> file.toString().contains("/src/main/java/"));
    }

    private static Stream<Path> tests() {
        return SOURCES.stream().filter(file -> file.toString().contains("/src/test/java/"));
    }

    private static Stream<Path> messages() {
        try (var files = Files.walk(ROOT.resolve("protocol/src/main/proto"))) {
            return files.filter(file -> file.toString().endsWith(".proto")).toList().stream();
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** The top-level types of a file. */
    private static Stream<String> declared(Path file) {
        return DECLARATION.matcher(text(file)).results().map(found -> found.group(1));
    }

    /** The types inside of others. */
    private static Stream<String> nested(Path file) {
        return NESTED.matcher(text(file)).results().map(found -> found.group(1));
    }

    private static Predicate<Path> mentions(String regex) {
        var pattern = Pattern.compile(regex);
        return file -> pattern.matcher(text(file)).find();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException error) {
            throw new UncheckedIOException("cannot read " + file, error);
        }
    }

    private static List<Path> sources() {
        try (var files = Files.walk(ROOT)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !ROOT.relativize(file).toString().contains("target/"))
                    .sorted()
                    .toList();
        } catch (IOException error) {
            throw new UncheckedIOException("cannot list " + ROOT, error);
        }
    }
}
