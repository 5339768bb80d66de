package io.tidewheel.protocol.extensions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.extensions.ExtensionFailure;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.model.extensions.SteepExtension;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every extension promises, be it a program or a class. Its test says how to open it, and what it is asked and answers. */
public abstract class ExtensionContract {
    private SteepExtension extension;

    protected abstract SteepExtension open() throws Exception;

    /** What it is asked for. */
    protected abstract ExtensionType type();

    /** What it can answer. */
    protected abstract Map<String, ?> good();

    /** What it answers to that. */
    protected abstract @Nullable Object answer();

    /** What it cannot answer. */
    protected abstract Map<String, ?> bad();

    @BeforeEach
    final void openExtension() throws Exception {
        extension = open();
    }

    @AfterEach
    final void closeExtension() {
        extension.close();
    }

    @Test
    void whatItIsAskedItAnswersAgainAndAgain() throws Exception {
        for (int i = 0; i < 3; i++) assertThat(extension.answer(good())).isEqualTo(answer());
    }

    @Test
    void whatItAnswersCanBeWritten() throws Exception {
        var written = JsonLine.write(extension.answer(good()));
        assertThat(written).doesNotContain("\n");
        assertThat(JsonLine.read(written)).isEqualTo(answer());
    }

    @Test
    void whatItAnswersIsOfTheFormThatItsTypeHas() throws Exception {
        var lines = new ArrayList<String>();
        var answer = extension.answer(good(), lines::add);
        switch (type()) {
            case INITIALIZER, RUNTIME -> assertThat(answer).isNull();
            case INPUT_ADAPTER, OUTPUT_ADAPTER, CHAIN_ADAPTER ->
                assertThat(answer).isInstanceOf(List.class);
            case CONSISTENCY_CHECKER -> assertThat(answer).isInstanceOf(Boolean.class);
            case PROGRESS_ESTIMATOR -> {
                if (answer instanceof Number part)
                    assertThat(part.doubleValue()).isLessThanOrEqualTo(1);
                else assertThat(answer).isNull();
            }
            case SETUP_ADAPTER -> assertThat(answer).isInstanceOf(Map.class);
        }
        if (type() != ExtensionType.RUNTIME)
            assertThat(lines).as("only runtimes print").isEmpty();
        assertThat(lines).noneMatch(line -> line.contains("\n"));
    }

    @Test
    void whatItCannotAnswerIsAFailureThatSaysWhyAndTheNextIsAnswered() throws Exception {
        assertThatThrownBy(() -> extension.answer(bad()))
                .isInstanceOfSatisfying(
                        ExtensionFailure.class,
                        failure -> assertThat(failure.getMessage()).isNotBlank());
        assertThat(extension.answer(good())).isEqualTo(answer());
    }

    @Test
    void manyMayAskAtTheSameTime() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Object> ask = () -> String.valueOf(extension.answer(good()));
            assertThat(threads.invokeAll(Collections.nCopies(8, ask)).stream().map(Future::resultNow))
                    .containsOnly(String.valueOf(answer()));
        }
    }
}
