package io.tidewheel.balancing.exact;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * RUPER-LB works partly in single and partly in double precision. Short sessions are reckoned a second time here, with one place after the other in
 * the wrong precision: each place shows in what workers are told.
 */
class PrecisionTest {
    private static final long SEED = 28;
    private static final int SESSIONS = 20_000;
    private static final int WORKERS = 3;

    /** Where the precision is chosen. */
    enum Place {
        FIRST_SPEED,
        GROWN_SPEED,
        DECAYED_SPEED,
        SUM_OF_SPEEDS,
        PREDICTED,
        ESTIMATE,
        SHARE
    }

    /** What can be seen after the session, the speeds being those of the worker that spoke last. */
    record Seen(float firstSpeed, float speed, long assigned, long eta) {}

    /**
     * Three workers begin at 0; all report after {@code first} seconds; the first one reports again at {@code second}, and gets its share.
     *
     * @param again the second count of the first worker
     */
    record Session(long total, long threshold, long[] counts, long first, long again, long second) {
        static Session random(Random dice) {
            var counts = new long[WORKERS];
            for (int i = 0; i < WORKERS; i++) counts[i] = 1 + dice.nextInt(60_000_000);
            long first = 1 + dice.nextInt(60);
            long again = dice.nextInt(4) == 0 ? dice.nextLong(1, counts[0] + 1) : counts[0] + dice.nextInt(60_000_000);
            // What is predicted shows only when nothing was heard for long.
            boolean slow = dice.nextInt(4) == 0;
            return new Session(
                    1 + (dice.nextLong() >>> (14 + dice.nextInt(20))),
                    slow ? 2_000_000 : 100,
                    counts,
                    first,
                    again,
                    first + 1 + dice.nextInt(slow ? 1_000_000 : 60));
        }

        Seen played() {
            var task = ExactTask.of(total, WORKERS, threshold);
            for (int i = 0; i < WORKERS; i++) task = task.start(i, 0, 0).task();
            for (int i = 0; i < WORKERS; i++)
                task = task.report(i, counts[i], first, first * 1_000).task();
            float firstSpeed = task.workers().getFirst().speed();
            task = task.report(0, again, second, second * 1_000).task();
            var told = task.workers().getFirst();
            return new Seen(firstSpeed, told.speed(), told.assigned(), task.eta());
        }

        /** The same, written down place by place; {@code wrong} is the one that is reckoned in the other precision. */
        Seen reckoned(Optional<Place> wrong) {
            var speeds = new float[WORKERS];
            for (int i = 0; i < WORKERS; i++) speeds[i] = firstSpeed(counts[i], first, is(wrong, Place.FIRST_SPEED));
            float before = speeds[0];
            speeds[0] = again > counts[0]
                    ? grown(before, again - counts[0], second - first, is(wrong, Place.GROWN_SPEED))
                    : decayed(before, is(wrong, Place.DECAYED_SPEED));
            float sum = sum(speeds, is(wrong, Place.SUM_OF_SPEEDS));
            long done = again + counts[1] + counts[2];
            if (done >= total) return new Seen(before, speeds[0], again, 0);
            long left = total - done;
            long predicted = again;
            for (int i = 1; i < WORKERS; i++)
                predicted += counts[i] + predicted(speeds[i], second - first, is(wrong, Place.PREDICTED));
            long eta = predicted < total ? estimate(total - predicted, sum, is(wrong, Place.ESTIMATE)) : 0;
            long assigned = eta < threshold / 2
                    ? total / WORKERS
                    : again + Math.max(WORKERS, share(left, speeds[0], sum, is(wrong, Place.SHARE)));
            return new Seen(before, speeds[0], assigned, eta);
        }

        private static float firstSpeed(long count, long seconds, boolean wrong) {
            return wrong ? (float) ((double) count / (double) seconds) : (float) count / (float) seconds;
        }

        private static float grown(float last, long more, long seconds, boolean wrong) {
            if (wrong) return last * ((float) more / ((float) seconds * last));
            return last * (float) ((double) more / ((double) seconds * (double) last));
        }

        private float decayed(float last, boolean wrong) {
            if (wrong) return last * (((float) again / (float) second) / ((float) counts[0] / (float) first));
            return last * (float) (((double) again / (double) second) / ((double) counts[0] / (double) first));
        }

        private static float sum(float[] speeds, boolean wrong) {
            if (wrong) return (float) ((double) speeds[0] + (double) speeds[1] + (double) speeds[2]);
            return (speeds[0] + speeds[1]) + speeds[2];
        }

        private static long predicted(float speed, long seconds, boolean wrong) {
            return wrong ? (long) ((double) speed * (double) seconds) : (long) (speed * (float) seconds);
        }

        private static long estimate(long open, float sum, boolean wrong) {
            return wrong ? (long) ((float) open / sum) : (long) ((double) open / (double) sum);
        }

        private static long share(long left, float speed, float sum, boolean wrong) {
            if (wrong) return (long) ((double) left * ((double) speed / (double) sum));
            return (long) ((float) left * (speed / sum));
        }

        private static boolean is(Optional<Place> wrong, Place place) {
            return wrong.filter(place::equals).isPresent();
        }
    }

    private static Stream<Session> sessions() {
        var dice = new Random(SEED);
        return Stream.generate(() -> Session.random(dice)).limit(SESSIONS);
    }

    @Test
    void everySessionIsReckonedInThePrecisionOfTheOriginal() {
        assertThat(sessions())
                .as("seed %d", SEED)
                .allSatisfy(session -> assertThat(session.played()).isEqualTo(session.reckoned(Optional.empty())));
    }

    @ParameterizedTest
    @EnumSource(Place.class)
    void theOtherPrecisionInAnyPlaceIsSeen(Place place) {
        assertThat(sessions())
                .as("seed %d", SEED)
                .anySatisfy(session -> assertThat(session.played()).isNotEqualTo(session.reckoned(Optional.of(place))));
    }

    /** By hand, without the second reckoning: 643,078,965 / 70 lies nearer to the lower neighbour, but its rounded parts do not. */
    @Test
    void aFirstSpeedDividesTwoFloats() {
        var worker = ExactWorker.startedAt(0, 0).measured(70_000, 643_078_965);
        assertThat(worker.speed()).isEqualTo(9_186_843f).isNotEqualTo((float) (643_078_965d / 70));
    }
}
