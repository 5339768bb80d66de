package io.tidewheel.protocol.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.LinkRefused;
import io.tidewheel.protocol.MemoryLink;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.ServerAnswer;
import io.tidewheel.protocol.wire.ServerMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class JoinedLinksTest {
    /** What a server does when it is asked. */
    private enum Mood {
        WELL,
        GONE,
        STOPPED,
        REFUSES,
        DRAINS,
        /** Does what it is asked, and the connection breaks before it has answered. */
        BREAKS
    }

    private static final class FakeServer implements QueueLinks, ApiCalls {
        final String name;
        final List<ApiCall> asked = new ArrayList<>();
        Mood mood = Mood.WELL;
        int opened;

        FakeServer(String name) {
            this.name = name;
        }

        @Override
        public LinkOffer offer() {
            return LinkOffer.EVERYTHING;
        }

        @Override
        public LinkOpener<AgentMessage, ServerMessage> agent() {
            throw new AssertionError("nobody asks for it");
        }

        @Override
        public LinkOpener<ClientMessage, ServerAnswer> client() {
            return this::open;
        }

        private Link<ClientMessage, ServerAnswer> open() throws LinkException {
            switch (mood) {
                case GONE, BREAKS -> throw new LinkException(name + " is gone");
                case REFUSES -> throw new LinkRefused("401", "not you", false);
                case DRAINS -> throw new LinkRefused("503", "draining", true);
                case STOPPED -> forEver();
                case WELL -> opened++;
            }
            return MemoryLink.<ClientMessage, ServerAnswer>pair("client", name, LinkLimits.DEFAULT)
                    .left();
        }

        private static void forEver() {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public ApiCalls api() {
            return this;
        }

        @Override
        public ApiReply ask(ApiCall call) throws IOException {
            if (mood == Mood.GONE) throw new ConnectException(name + " is gone");
            asked.add(call);
            return switch (mood) {
                case BREAKS -> throw new IOException("the connection broke");
                case DRAINS -> reply(503, "{\"detail\": \"server east is being drained: go to another one\"}");
                case REFUSES -> reply(503, "{\"detail\": \"the store failed\"}");
                case WELL, GONE, STOPPED -> reply(200, name);
            };
        }

        private static ApiReply reply(int status, String text) {
            return new ApiReply(
                    status, _ -> Optional.empty(), new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        }

        @Override
        public void close() {}
    }

    private final FakeServer east = new FakeServer("east");
    private final FakeServer west = new FakeServer("west");
    private final JoinedLinks both = new JoinedLinks(List.of(east, west), new Random(1));

    @Test
    void aServerThatDoesNotAnswerIsPassedOver() throws Exception {
        for (var mood : List.of(Mood.GONE, Mood.DRAINS, Mood.STOPPED)) {
            east.mood = mood;
            int before = west.opened;
            both.client().open().close();
            assertThat(west.opened).as("%s", mood).isEqualTo(before + 1);
        }
        assertThat(both.hasOthers()).isTrue();
    }

    @Test
    void afterALinkHasBrokenAnotherServerIsTriedFirst() throws Exception {
        var opener = both.client();
        for (int i = 0; i < 4; i++) opener.open().close();
        assertThat(east.opened).isEqualTo(2);
        assertThat(west.opened).isEqualTo(2);
    }

    @Test
    void aServerThatSaysNoIsBelieved() {
        east.mood = Mood.REFUSES;
        assertThatThrownBy(() -> both.client().open()).isInstanceOf(LinkRefused.class);
    }

    @Test
    void whenNobodyAnswersItSaysWhy() {
        east.mood = Mood.GONE;
        west.mood = Mood.GONE;
        assertThatThrownBy(() -> both.client().open()).hasMessage("west is gone");
    }

    // --- questions ---

    private String ask(ApiCall call) throws Exception {
        try (var reply = both.api().ask(call)) {
            return new String(reply.body().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void aQuestionIsAskedAgainElsewhereAndThenThereFirst() throws Exception {
        var api = both.api();
        east.mood = Mood.BREAKS;
        for (int i = 0; i < 3; i++) api.ask(ApiCall.of("GET", "/runs")).close();
        assertThat(east.asked).hasSize(1);
        assertThat(west.asked).hasSize(3);
    }

    @Test
    void whatMayHaveBeenDoneIsNotDoneAgain() throws Exception {
        east.mood = Mood.BREAKS;
        assertThatThrownBy(() -> ask(ApiCall.of("POST", "/runs/1/retry"))).hasMessage("the connection broke");
        assertThat(west.asked).isEmpty();
        east.mood = Mood.GONE;
        assertThat(ask(ApiCall.of("POST", "/runs/1/retry"))).isEqualTo("west");
    }

    @Test
    void aSubmissionIsMadeAgainWithTheSameKey() throws Exception {
        east.mood = Mood.BREAKS;
        assertThat(ask(ApiCall.of("POST", "/runs?x=1"))).isEqualTo("west");
        assertThat(east.asked.getFirst().headers().get("Idempotency-Key"))
                .hasSize(32)
                .isEqualTo(west.asked.getFirst().headers().get("Idempotency-Key"));
        assertThat(ask(ApiCall.of("POST", "/jobs").with("Idempotency-Key", "own")))
                .isEqualTo("west");
        assertThat(west.asked.getLast().headers()).containsEntry("Idempotency-Key", "own");
    }

    @Test
    void aServerThatDrainsIsPassedOverForEverything() throws Exception {
        east.mood = Mood.DRAINS;
        assertThat(ask(ApiCall.of("POST", "/runs/1/retry"))).isEqualTo("west");
        east.mood = Mood.REFUSES;
        assertThat(ask(ApiCall.of("POST", "/runs/1/retry"))).contains("the store failed");
        assertThat(ask(ApiCall.of("GET", "/runs"))).isEqualTo("west");
    }

    @Test
    void eventsThatDoNotComeAnyMoreAreBroken() throws Exception {
        var silent = new InputStream() {
            final CountDownLatch closed = new CountDownLatch(1);

            @Override
            public int read() throws IOException {
                try {
                    closed.await();
                } catch (InterruptedException ending) {
                    Thread.currentThread().interrupt();
                }
                throw new IOException("closed");
            }

            @Override
            public void close() {
                closed.countDown();
            }
        };
        try (var watched = new WatchedStream(silent, Duration.ofMillis(200))) {
            assertThatThrownBy(watched::read).hasMessage("nothing has come for too long");
        }
        try (var watched = new WatchedStream(new ByteArrayInputStream(new byte[] {1, 2}), Duration.ofSeconds(1))) {
            assertThat(watched.readAllBytes()).containsExactly(1, 2);
        }
    }
}
