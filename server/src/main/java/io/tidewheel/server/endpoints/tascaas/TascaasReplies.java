package io.tidewheel.server.endpoints.tascaas;

import io.tidewheel.balancing.ShareAnswer;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Our answers, in the bytes the clients parse. In JSON the daemons need some numbers as text and others not as text; what the balancer says is plain
 * text without a line break at its end.
 */
public final class TascaasReplies {
    private static final int REPORT = 1;
    private static final int START = 2;
    private static final int FINISH = 3;

    private TascaasReplies() {}

    /** @param scaleTime how long the site may take to change its size */
    public static TascaasReply registered(String site, Duration scaleTime) {
        return TascaasReply.json("{\"id\": %s, \"scaleTime\": %d}".formatted(quoted(site), scaleTime.toSeconds()));
    }

    /** @param requiredCapacity the fraction of its slots that a site should have on */
    public static TascaasReply updated(String requiredCapacity, Duration scaleTime, Instant now) {
        return TascaasReply.json("{\"requiredCap\": %s, \"scaleTime\": %d, \"epoch\": %s}"
                .formatted(
                        quoted(requiredCapacity),
                        scaleTime.toSeconds(),
                        BigDecimal.valueOf(now.toEpochMilli(), 3).toPlainString()));
    }

    /** The jobs that are offered to a site; without offers there is no field for them. */
    public static TascaasReply jobs(String requiredCapacity, List<PartitionOffer> offers) {
        var capacity = "\"requiredCap\": " + quoted(requiredCapacity);
        if (offers.isEmpty()) return TascaasReply.json("{" + capacity + "}");
        var configs = offers.stream().map(TascaasReplies::config).collect(Collectors.joining(", ", "[", "]"));
        return TascaasReply.json("{%s, \"configs\": %s}".formatted(capacity, configs));
    }

    private static String config(PartitionOffer offer) {
        return "{\"ID\": %s, \"reportTime\": \"%d\", \"worker\": \"%d\", \"data-url\": %s, \"nIter\": \"%d\"}"
                .formatted(
                        quoted(offer.job()),
                        offer.reportSeconds(),
                        offer.worker(),
                        quoted(offer.dataUrl()),
                        offer.iterations());
    }

    public static TascaasReply started(ShareAnswer answer) {
        return told(START, "0 ", answer);
    }

    public static TascaasReply reported(ShareAnswer answer) {
        return told(REPORT, "0", answer);
    }

    public static TascaasReply finished(ShareAnswer answer) {
        return told(FINISH, "0", answer);
    }

    /** A refusal of the balancer is no failure of the call: the clients read the code from the body. */
    private static TascaasReply told(int instruction, String well, ShareAnswer answer) {
        return switch (answer) {
            case ShareAnswer.Share share ->
                TascaasReply.text(
                        200,
                        "%s\n Assigned: %d\n ETA: %d"
                                .formatted(well, share.count(), share.estimate().toSeconds()));
            case ShareAnswer.Noted _ -> TascaasReply.text(200, "0");
            case ShareAnswer.Refused refused -> TascaasReply.text(200, instruction + " " + refused.code());
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
