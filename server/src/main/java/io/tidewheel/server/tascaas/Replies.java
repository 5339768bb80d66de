package io.tidewheel.server.tascaas;

import io.tidewheel.balancing.Answer;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Our answers, in the bytes the clients parse. In JSON the daemons need some numbers as text and others not as text; what the balancer says is plain
 * text without a line break at its end.
 */
public final class Replies {
    private static final int REPORT = 1;
    private static final int START = 2;
    private static final int FINISH = 3;

    private Replies() {}

    /** @param scaleTime how long the site may take to change its size */
    public static Reply registered(String site, Duration scaleTime) {
        return Reply.json("{\"id\": %s, \"scaleTime\": %d}".formatted(quoted(site), scaleTime.toSeconds()));
    }

    /** @param requiredCapacity the fraction of its slots that a site should have on */
    public static Reply updated(String requiredCapacity, Duration scaleTime, Instant now) {
        return Reply.json("{\"requiredCap\": %s, \"scaleTime\": %d, \"epoch\": %s}"
                .formatted(
                        quoted(requiredCapacity),
                        scaleTime.toSeconds(),
                        BigDecimal.valueOf(now.toEpochMilli(), 3).toPlainString()));
    }

    /** Without offers there is no field for them. */
    public static Reply jobs(String requiredCapacity, List<Offer> offers) {
        var capacity = "\"requiredCap\": " + quoted(requiredCapacity);
        if (offers.isEmpty()) return Reply.json("{" + capacity + "}");
        var configs = offers.stream().map(Replies::config).collect(Collectors.joining(", ", "[", "]"));
        return Reply.json("{%s, \"configs\": %s}".formatted(capacity, configs));
    }

    private static String config(Offer offer) {
        return "{\"ID\": %s, \"reportTime\": \"%d\", \"worker\": \"%d\", \"data-url\": %s, \"nIter\": \"%d\"}"
                .formatted(
                        quoted(offer.job()),
                        offer.reportSeconds(),
                        offer.worker(),
                        quoted(offer.dataUrl()),
                        offer.iterations());
    }

    public static Reply started(Answer answer) {
        return told(START, "0 ", answer);
    }

    public static Reply reported(Answer answer) {
        return told(REPORT, "0", answer);
    }

    public static Reply finished(Answer answer) {
        return told(FINISH, "0", answer);
    }

    /** A refusal of the balancer is no failure of the call: the clients read the code from the body. */
    private static Reply told(int instruction, String well, Answer answer) {
        return switch (answer) {
            case Answer.Share share ->
                Reply.text(
                        200,
                        "%s\n Assigned: %d\n ETA: %d"
                                .formatted(well, share.count(), share.estimate().toSeconds()));
            case Answer.Noted _ -> Reply.text(200, "0");
            case Answer.Refused refused -> Reply.text(200, instruction + " " + refused.code());
        };
    }

    private static String quoted(String text) {
        var quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == '"' || each == '\\') quoted.append('\\').append(each);
            else if (each < ' ' || each > '~') quoted.append("\\u%04x".formatted((int) each));
            else quoted.append(each);
        }
        return quoted.append('"').toString();
    }
}
