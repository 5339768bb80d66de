package io.tidewheel.server.notices;

import io.tidewheel.model.Notice;
import io.tidewheel.model.NoticeKind;
import io.tidewheel.model.Notifier;
import io.tidewheel.model.Owner;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A receiver of notices, and what it is told.
 *
 * @param name what it is called, in lists and in the record
 * @param provider the name of the notifier's provider
 * @param kinds what it is told of
 * @param owner if it is somebody's: it hears only of what is that owner's, and of nothing that is the server's
 * @param labels it hears only of runs that have these
 */
public record NoticeTarget(
        String name,
        String provider,
        Set<NoticeKind> kinds,
        Optional<Owner> owner,
        Map<String, String> labels,
        Notifier notifier) {
    public NoticeTarget {
        if (!name.matches("[a-z0-9][a-z0-9-]{0,62}"))
            throw new IllegalArgumentException(
                    "'%s' is no name of a target: use small letters, digits and -".formatted(name));
        kinds = Set.copyOf(kinds);
        labels = Map.copyOf(labels);
    }

    /** Whether it is to hear of this. */
    public boolean wants(Notice notice) {
        if (owner.isPresent() && !notice.owner().equals(owner)) return false;
        return kinds.contains(notice.kind()) && notice.labels().entrySet().containsAll(labels.entrySet());
    }
}
