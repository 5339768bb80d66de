package io.tidewheel.protocol.links;

import io.tidewheel.model.RunKind;
import io.tidewheel.model.Submission;
import java.util.Optional;

/** What a queue can do, and why it cannot do the rest. */
@FunctionalInterface
public interface LinkOffer {
    /** What refusals for this reason are called, in problems and failures. */
    String NOT_OFFERED = "not-offered";

    /** A server of ours can do all there is. */
    LinkOffer EVERYTHING = _ -> Optional.empty();

    /** Empty if the queue can do it; else what it cannot do, why, and what to do instead, in a text for users. */
    Optional<String> refusal(LinkFeature feature);

    /** Whether a run can be what it is asked to be; else the text of the first thing that cannot be. */
    default Optional<String> refusal(RunKind kind, Submission asked) {
        var no = refusal(new LinkFeature.OfKind(kind));
        for (var field : asked.said()) {
            if (no.isPresent()) return no;
            boolean usual = asked.get(field).equals(field.usual());
            if (!usual) no = refusal(new LinkFeature.OfField(field));
        }
        return no;
    }
}
