package io.tidewheel.protocol.links;

import io.tidewheel.model.RunKind;
import io.tidewheel.model.SubmissionField;

/** Something that not every queue can do. */
public sealed interface LinkFeature {
    /** To do as this field of a run says, where it says something else than usual. */
    record OfField(SubmissionField<?> field) implements LinkFeature {}

    /** To do runs of this kind. */
    record OfKind(RunKind kind) implements LinkFeature {}

    /** Whatever has no better word. */
    enum OfQueue implements LinkFeature {
        /** Output of a command comes while it runs, whole, to whoever submitted it. */
        PASSED_OUTPUT,
        /** Pages for a browser stand below the address. */
        PAGES
    }
}
