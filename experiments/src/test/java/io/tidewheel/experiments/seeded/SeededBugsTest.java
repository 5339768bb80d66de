package io.tidewheel.experiments.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** All of them in many worlds: {@code tidewheel lab faults --seeded-bugs}. */
class SeededBugsTest {
    private static final Path SOURCES = Path.of("..").toAbsolutePath().normalize();

    private final BugHunt hunt = new BugHunt(SOURCES);

    @Test
    void thereAreAtLeastTwentyAndEachHasANameOfItsOwn() {
        assertThat(SeededBugs.ALL).hasSizeGreaterThanOrEqualTo(20);
        assertThat(SeededBugs.ALL).extracting(SeededBug::name).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @FieldSource("io.tidewheel.experiments.seeded.SeededBugs#ALL")
    void eachStillHasItsPlaceInTheSources(SeededBug bug) throws IOException {
        var source = Files.readString(SOURCES.resolve(bug.file()));
        assertThat(bug.in(source)).isNotEqualTo(source);
    }

    @ParameterizedTest
    @ValueSource(strings = {"late-result", "answered-before-commit", "token-not-compared"})
    void theWorldsOfTheLabNoticeIt(String name) {
        var bug = SeededBugs.ALL.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        assertThat(hunt.hunt(bug, 300).complaint()).isNotEmpty();
    }

    @Test
    void andTheyComplainOfNothingElse() {
        var none = new SeededBug(
                "none",
                "",
                "io.tidewheel.engine.Engine",
                "agents.expire(turn, stalledNanos);",
                "agents.expire(turn, stalledNanos); ");
        assertThat(hunt.hunt(none, 30).isFound()).isFalse();
    }
}
