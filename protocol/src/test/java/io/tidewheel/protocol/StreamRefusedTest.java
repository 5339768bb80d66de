package io.tidewheel.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StreamRefusedTest {
    @Test
    void peopleReadTheSentenceOfAProblem() {
        var refused = new StreamRefused(
                429,
                "{\"type\":\"about:blank\",\"status\":429,\"detail\":\"the token \\\"ann\\\" has 256"
                        + " connections\\u002c close some\"}");
        assertThat(refused)
                .hasMessage(
                        "the server refused the stream with status 429: the token \"ann\" has 256 connections, close"
                                + " some");
        assertThat(refused.body()).contains("about:blank");
    }

    @Test
    void whatIsNoProblemIsShownAsItIs() {
        assertThat(new StreamRefused(502, " Bad Gateway\n"))
                .hasMessage("the server refused the stream with status 502: Bad Gateway");
        assertThat(new StreamRefused(400, "{\"detail\": \"cut off \\")).hasMessageEndingWith("cut off \\");
    }

    @Test
    void aVeryLongSentenceIsReadLikeAnyOther() {
        var sentence = "no\\n".repeat(10_000);
        assertThat(ProblemDetail.in("{\"detail\": \"" + sentence + "\"}"))
                .hasValueSatisfying(text -> assertThat(text).hasSize(30_000));
    }
}
