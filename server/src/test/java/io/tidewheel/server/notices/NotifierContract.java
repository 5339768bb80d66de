package io.tidewheel.server.notices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.Notice;
import io.tidewheel.model.NoticeKind;
import io.tidewheel.model.Notifier;
import io.tidewheel.model.NotifierFailure;
import io.tidewheel.model.Owner;
import io.tidewheel.model.RunId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every notifier promises. Its test says how to open it towards a receiver of its own, and how to look at what that received. */
public abstract class NotifierContract {
    private Notifier notifier;

    /** Opens it, towards a receiver that is there and has received nothing. */
    protected abstract Notifier open() throws Exception;

    /** What the receiver has received, as text that people or programs could find words in, in order. */
    protected abstract List<String> received() throws Exception;

    /** From now on the receiver takes nothing, and says so or says nothing. */
    protected abstract void breakReceiver() throws Exception;

    /** What of its settings nobody may see. */
    protected abstract Optional<String> secret();

    @BeforeEach
    final void openNotifier() throws Exception {
        notifier = open();
    }

    @AfterEach
    final void closeNotifier() {
        notifier.close();
    }

    protected static Notice notice(String id, String text) {
        return new Notice(
                id,
                NoticeKind.RUN_FAILED,
                Instant.parse("2026-03-01T12:00:00Z"),
                Optional.of(new Owner("alice")),
                Optional.of(new RunId(17)),
                new TreeMap<>(java.util.Map.of("project", "apollo")),
                text,
                new TreeMap<>(java.util.Map.of("failed", "3")));
    }

    @Test
    void whatIsToldArrivesWithItsIdAndItsText() throws Exception {
        notifier.tell(notice("run-17", "run 17 has failed"));
        assertThat(received()).hasSize(1);
        assertThat(received().getFirst())
                .contains("run-17")
                .contains("run 17 has failed")
                .contains("run.failed")
                .contains("apollo");
    }

    @Test
    void whatIsToldAgainHasTheSameId() throws Exception {
        notifier.tell(notice("run-17", "run 17 has failed"));
        notifier.tell(notice("run-17", "run 17 has failed"));
        assertThat(received()).hasSize(2).allMatch(each -> each.contains("run-17"));
    }

    @Test
    void whateverUsersCallTheirRunsArrivesAsText() throws Exception {
        var odd = "run 17 (a\"b\\c\r\nBcc: everybody@example.org\r\n\r\n<b>ü\uD83D\uDE00) has failed";
        notifier.tell(notice("run-17", odd));
        assertThat(received()).hasSize(1);
        assertThat(received().getFirst()).contains("\uD83D\uDE00").doesNotContainPattern("(?m)^Bcc:");
    }

    @Test
    void aReceiverThatTakesNothingIsAFailure() throws Exception {
        breakReceiver();
        assertThatThrownBy(() -> notifier.tell(notice("run-17", "run 17 has failed")))
                .isInstanceOfSatisfying(NotifierFailure.class, failure -> {
                    assertThat(failure.getMessage()).isNotBlank();
                    secret().ifPresent(text -> assertThat(failure.getMessage()).doesNotContain(text));
                });
    }

    @Test
    void itsDescriptionTellsNoSecret() {
        assertThat(notifier.description()).isNotBlank();
        secret().ifPresent(text -> assertThat(notifier.description()).doesNotContain(text));
    }
}
