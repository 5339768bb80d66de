package io.tidewheel.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every way to authenticate must promise: it believes what proves something, and nothing else, whatever it is shown. */
public abstract class AuthenticationContract {
    private Credentials credentials;

    protected abstract Credentials open() throws Exception;

    /** What {@link #caller()} shows. */
    protected abstract String valid() throws Exception;

    /** Who that is. */
    protected abstract Caller caller();

    /** What was valid once. */
    protected abstract List<String> noLongerValid() throws Exception;

    @BeforeEach
    final void openCredentials() throws Exception {
        credentials = open();
    }

    @Test
    void whoeverProvesWhoTheyAreIsKnown() throws Exception {
        var known = credentials.callerOf(valid());
        assertThat(known).isPresent();
        assertThat(known.get().role()).isEqualTo(caller().role());
        assertThat(known.get().owner()).isEqualTo(caller().owner());
        assertThat(credentials.callerOf(valid())).isEqualTo(known);
    }

    @Test
    void whatIsAlmostRightIsWrong() throws Exception {
        var right = valid();
        var wrong = new ArrayList<String>();
        for (int at = 0; at < right.length(); at++) {
            char other = right.charAt(at) == 'x' ? 'y' : 'x';
            wrong.add(right.substring(0, at) + other + right.substring(at + 1));
        }
        wrong.add(right.substring(1));
        wrong.add(right.substring(0, right.length() - 1));
        wrong.add(right + "x");
        wrong.add(" " + right);
        wrong.add(right + right);
        // The last sign of what is coded in base 64 may carry bits that nobody reads.
        wrong.removeIf(
                token -> token.length() == right.length() && token.startsWith(right.substring(0, right.length() - 1)));
        assertThat(wrong)
                .allSatisfy(token -> assertThat(credentials.callerOf(token)).isEmpty());
    }

    @Test
    void nonsenseIsNobodysAndBreaksNothing() throws Exception {
        var nonsense = List.of(
                "",
                " ",
                "null",
                "a.b.c",
                "..",
                "{}",
                "tw_",
                "\u0000",
                "é",
                "x".repeat(8_192),
                "'; DROP TABLE token; --");
        assertThat(nonsense)
                .allSatisfy(token -> assertThat(credentials.callerOf(token)).isEmpty());
        assertThat(credentials.callerOf(valid())).isPresent();
    }

    @Test
    void whatIsNoLongerValidIsNobodys() throws Exception {
        for (var token : noLongerValid())
            assertThat(credentials.callerOf(token)).isEmpty();
    }

    @Test
    void itsNameForATokenGivesNothingAway() throws Exception {
        var known = credentials.callerOf(valid()).orElseThrow();
        assertThat(known.tokenId()).isNotBlank().doesNotContain(valid()).hasSizeLessThanOrEqualTo(200);
        assertThat(valid()).doesNotContain(known.tokenId());
    }

    @Test
    void manyMayAskAtOnce() throws Exception {
        var token = valid();
        var expected = credentials.callerOf(token);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Object> ask = () -> credentials.callerOf(token);
            var answers = new ArrayList<Callable<Object>>();
            for (int i = 0; i < 50; i++) answers.add(ask);
            assertThat(threads.invokeAll(answers)).extracting(Future::resultNow).containsOnly(expected);
        }
    }
}
