package io.tidewheel.server.tascaas;

import io.tidewheel.server.http.Query;
import java.util.OptionalInt;
import java.util.function.Predicate;

/** What a TaScaaS client asks for. Each is read from the query of its request; {@link BadCall} says what is wrong with it. */
public sealed interface Call {
    /** {@code /node/register}: a site offers so many slots now, and so many at most. */
    record Register(int slots, int maxSlots) implements Call {
        /** @param isSecret whether this is the secret that sites must know; asked before anything else is looked at */
        public static Register read(Query query, Predicate<String> isSecret) {
            Fields.requireAny(query);
            var secret = Fields.last(query, "secret");
            if (secret.isEmpty() || !isSecret.test(secret.get())) throw new BadCall(Reply.UNAUTHORIZED);
            int slots = Fields.size(query, "slots").orElseThrow(() -> missing("slots"));
            int maxSlots = Fields.size(query, "maxSlots").orElseThrow(() -> missing("maxSlots"));
            if (slots < 0) throw Fields.wrong("slots", Integer.toString(slots), "0 or more");
            if (maxSlots < 1) throw Fields.wrong("maxSlots", Integer.toString(maxSlots), "1 or more");
            return new Register(slots, maxSlots);
        }

        private static BadCall missing(String name) {
            return BadCall.missing("missing available \"%s\" number".formatted(name));
        }
    }

    /** {@code /node/{id}/update}: a site lives, and may have changed its size. A size that cannot be is as good as none. */
    record Update(OptionalInt slots, OptionalInt maxSlots) implements Call {
        public static Update read(Query query) {
            return new Update(atLeast(0, Fields.size(query, "slots")), atLeast(1, Fields.size(query, "maxSlots")));
        }

        private static OptionalInt atLeast(int least, OptionalInt number) {
            return number.isPresent() && number.getAsInt() >= least ? number : OptionalInt.empty();
        }
    }

    /** {@code /node/{id}/jobs}: a site can take so many partitions now. */
    record Jobs(int slots) implements Call {
        public static Jobs read(Query query) {
            Fields.requireAny(query);
            int slots = Fields.size(query, "slots")
                    .orElseThrow(() -> BadCall.missing("missing available \"slots\" number"));
            if (slots < 1) throw Fields.wrong("slots", Integer.toString(slots), "1 or more");
            return new Jobs(slots);
        }
    }

    /** {@code /lb/{job}/start}: the process of a partition has been running for so many seconds. */
    record Start(int worker, long elapsed) implements Call {
        public static Start read(Query query) {
            Fields.requireAny(query);
            return new Start(Fields.worker(query), Fields.elapsed(query));
        }
    }

    /** {@code /lb/{job}/report}: it has done so many iterations. */
    record Report(int worker, long iterations, long elapsed) implements Call {
        public static Report read(Query query) {
            Fields.requireAny(query);
            return new Report(Fields.worker(query), Fields.iterations(query), Fields.elapsed(query));
        }
    }

    /** {@code /lb/{job}/finish}: and that is all. */
    record Finish(int worker, long iterations, long elapsed) implements Call {
        public static Finish read(Query query) {
            Fields.requireAny(query);
            return new Finish(Fields.worker(query), Fields.iterations(query), Fields.elapsed(query));
        }
    }

    /** {@code /results/upload/{job}/{worker}}: where to put the result of a partition. */
    record Upload(int worker, String site) implements Call {
        public static Upload read(String worker, Query query) {
            Fields.requireAny(query);
            var site = Fields.last(query, "wID").orElseThrow(() -> BadCall.missing("missing worker ID \"wID\""));
            return new Upload(Fields.worker(worker), site);
        }
    }
}
