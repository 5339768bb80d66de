package io.tidewheel.experiments.tascaas;

/**
 * A site as it is going to be.
 *
 * @param slots how many are on when it registers
 * @param mostSlots how many there are
 * @param registers at which second it first calls
 * @param pollSeconds how often it asks for work; it also pauses that long after each program it starts
 * @param bootSeconds how long a slot takes to be there after it was switched on
 * @param followsHint whether it switches slots on and off as it is told
 * @param listens whether its programs take a new number to the last, other than RUPER-LB's client
 */
public record SimSiteSpec(
        String name,
        int slots,
        int mostSlots,
        long registers,
        long pollSeconds,
        long bootSeconds,
        boolean followsHint,
        boolean listens,
        SlotSpeed speed,
        SiteFates fates) {
    static final long USUAL_POLL_SECONDS = 10;

    public SimSiteSpec {
        if (slots < 0 || mostSlots < 1 || slots > mostSlots) {
            throw new IllegalArgumentException("%d of %d slots cannot be on".formatted(slots, mostSlots));
        }
        if (registers < 0 || pollSeconds < 1 || bootSeconds < 0) {
            throw new IllegalArgumentException("times are not negative and a poll takes 1 s or more: %d, %d, %d"
                    .formatted(registers, pollSeconds, bootSeconds));
        }
    }

    /** All slots are on, and stay so. */
    static SimSiteSpec fixed(String name, int slots, SlotSpeed speed) {
        return new SimSiteSpec(name, slots, slots, 0, USUAL_POLL_SECONDS, 0, false, false, speed, SiteFates.none());
    }

    SimSiteSpec with(SiteFates other) {
        return new SimSiteSpec(
                name, slots, mostSlots, registers, pollSeconds, bootSeconds, followsHint, listens, speed, other);
    }

    SimSiteSpec registering(long second) {
        return new SimSiteSpec(
                name, slots, mostSlots, second, pollSeconds, bootSeconds, followsHint, listens, speed, fates);
    }

    SimSiteSpec polling(long seconds) {
        return new SimSiteSpec(
                name, slots, mostSlots, registers, seconds, bootSeconds, followsHint, listens, speed, fates);
    }

    SimSiteSpec listening() {
        return new SimSiteSpec(
                name, slots, mostSlots, registers, pollSeconds, bootSeconds, followsHint, true, speed, fates);
    }

    /** Begins with fewer slots and follows the hint. */
    SimSiteSpec elastic(int first, long boot) {
        return new SimSiteSpec(name, first, mostSlots, registers, pollSeconds, boot, true, listens, speed, fates);
    }

    /** When the first program can run in a slot at the earliest, if all slots are on. */
    long earliest(int slot) {
        return registers + slot * pollSeconds;
    }
}
