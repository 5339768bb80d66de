package io.tidewheel.server.endpoints.tascaas;

import io.tidewheel.server.http.QueryString;
import java.util.OptionalInt;
import java.util.function.Predicate;

/** What a TaScaaS client asks for. Each is read from the query of its request; {@link BadCall} says what is wrong with it. */
public sealed interface TascaasCall {
    /** {@code /node/register}: a site offers so many slots now, and so many at most. */
    record Register(int slots, int maxSlots) implements TascaasCall {
        /** @param isSecret whether this is the secret that sites must know; asked before anything else is looked at */
        public static Register read(QueryString query, Predicate<String> isSecret) {
            CallParameters.requireAny(query);
            var secret = CallParameters.last(query, "secret");
            if (secret.isEmpty() || !isSecret.test(secret.get())) throw new BadCall(TascaasReply.UNAUTHORIZED);
            int slots = CallParameters.size(query, "slots").orElseThrow(() -> missing("slots"));
            int maxSlots = CallParameters.size(query, "maxSlots").orElseThrow(() -> missing("maxSlots"));
            if (slots < 0) throw CallParameters.wrong("slots", Integer.toString(slots), "0 or more");
            if (maxSlots < 1) throw CallParameters.wrong("maxSlots", Integer.toString(maxSlots), "1 or more");
            return new Register(slots, maxSlots);
        }

        private static BadCall missing(String name) {
            return BadCall.missing("missing available \"%s\" number".formatted(name));
        }
    }

    /** {@code /node/{id}/update}: a site lives, and may have changed its size. A size that cannot be is as good as none. */
    record Update(OptionalInt slots, OptionalInt maxSlots) implements TascaasCall {
        public static Update read(QueryString query) {
            return new Update(
                    atLeast(0, CallParameters.size(query, "slots")),
                    atLeast(1, CallParameters.size(query, "maxSlots")));
        }

        private static OptionalInt atLeast(int least, OptionalInt number) {
            return number.isPresent() && number.getAsInt() >= least ? number : OptionalInt.empty();
        }
    }

    /** {@code /node/{id}/jobs}: a site can take so many partitions now. */
    record Jobs(int slots) implements TascaasCall {
        public static Jobs read(QueryString query) {
            CallParameters.requireAny(query);
            int slots = CallParameters.size(query, "slots")
                    .orElseThrow(() -> BadCall.missing("missing available \"slots\" number"));
            if (slots < 1) throw CallParameters.wrong("slots", Integer.toString(slots), "1 or more");
            return new Jobs(slots);
        }
    }

    /** {@code /lb/{job}/start}: the process of a partition has been running for so many seconds. */
    record Start(int worker, long elapsed) implements TascaasCall {
        public static Start read(QueryString query) {
            CallParameters.requireAny(query);
            return new Start(CallParameters.worker(query), CallParameters.elapsed(query));
        }
    }

    /** {@code /lb/{job}/report}: it has done so many iterations. */
    record Report(int worker, long iterations, long elapsed) implements TascaasCall {
        public static Report read(QueryString query) {
            CallParameters.requireAny(query);
            return new Report(
                    CallParameters.worker(query), CallParameters.iterations(query), CallParameters.elapsed(query));
        }
    }

    /** {@code /lb/{job}/finish}: and that is all. */
    record Finish(int worker, long iterations, long elapsed) implements TascaasCall {
        public static Finish read(QueryString query) {
            CallParameters.requireAny(query);
            return new Finish(
                    CallParameters.worker(query), CallParameters.iterations(query), CallParameters.elapsed(query));
        }
    }

    /** {@code /results/upload/{job}/{worker}}: where to put the result of a partition. */
    record Upload(int worker, String site) implements TascaasCall {
        public static Upload read(String worker, QueryString query) {
            CallParameters.requireAny(query);
            var site =
                    CallParameters.last(query, "wID").orElseThrow(() -> BadCall.missing("missing worker ID \"wID\""));
            return new Upload(CallParameters.worker(worker), site);
        }
    }
}
