package io.tidewheel.server.endpoints.tascaas;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.balancing.ShareAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TascaasRepliesTest {
    private static final Duration SCALE_TIME = Duration.ofSeconds(30);

    @Test
    void sitesGetJsonWithTextsAndNumbersWhereTheyExpectThem() {
        assertThat(TascaasReplies.registered("n1", SCALE_TIME))
                .isEqualTo(new TascaasReply(200, "{\"id\": \"n1\", \"scaleTime\": 30}", true));
        assertThat(TascaasReplies.updated(
                        "0.3333333333333333333333333333", SCALE_TIME, Instant.ofEpochMilli(1_794_770_265_397L)))
                .isEqualTo(new TascaasReply(
                        200,
                        "{\"requiredCap\": \"0.3333333333333333333333333333\", \"scaleTime\": 30, \"epoch\":"
                                + " 1794770265.397}",
                        true));
        assertThat(TascaasReplies.jobs("-1", List.of()))
                .isEqualTo(new TascaasReply(200, "{\"requiredCap\": \"-1\"}", true));
        assertThat(TascaasReplies.jobs(
                                "0.5", List.of(new PartitionOffer("u_pi.config", 25, 1, "http://h/x?a=\"b\"", 500)))
                        .body())
                .isEqualTo("{\"requiredCap\": \"0.5\", \"configs\": [{\"ID\": \"u_pi.config\", \"reportTime\": \"25\", "
                        + "\"worker\": \"1\", \"data-url\": \"http://h/x?a=\\\"b\\\"\", \"nIter\": \"500\"}]}");
    }

    @Test
    void programsGetPlainTextWithoutALastLineBreak() {
        var share = new ShareAnswer.Share(150_000_000, Duration.ofMillis(100_900), "");
        assertThat(TascaasReplies.started(share))
                .isEqualTo(new TascaasReply(200, "0 \n Assigned: 150000000\n ETA: 100", false));
        assertThat(TascaasReplies.reported(share))
                .isEqualTo(new TascaasReply(200, "0\n Assigned: 150000000\n ETA: 100", false));
        assertThat(TascaasReplies.finished(new ShareAnswer.Noted())).isEqualTo(new TascaasReply(200, "0", false));
    }

    @Test
    void aRefusalComesWithStatus200BecauseTheClientsOnlyReadTheBody() {
        var refused = new ShareAnswer.Refused(5, "");
        assertThat(TascaasReplies.reported(refused)).isEqualTo(new TascaasReply(200, "1 5", false));
        assertThat(TascaasReplies.started(refused)).isEqualTo(new TascaasReply(200, "2 5", false));
        assertThat(TascaasReplies.finished(refused)).isEqualTo(new TascaasReply(200, "3 5", false));
    }

    @Test
    void nothingBreaksOutOfAJsonText() {
        assertThat(TascaasReplies.registered("a\"\\\n\u00e9\u2028", SCALE_TIME).body())
                .isEqualTo("{\"id\": \"a\\\"\\\\\\u000a\\u00e9\\u2028\", \"scaleTime\": 30}");
    }
}
