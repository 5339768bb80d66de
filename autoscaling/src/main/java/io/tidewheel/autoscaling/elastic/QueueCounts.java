package io.tidewheel.autoscaling.elastic;

import java.util.Arrays;

/** What policies that count the queue have in common. */
final class QueueCounts {
    private QueueCounts() {}

    /** How many tasks could start at once if there were machines for them. */
    static long length(OwnerObservation seen) {
        long length = 0;
        for (var workflow : seen.workflows())
            for (int task = 0; task < workflow.graph().size(); task++) if (workflow.isEligible(task)) length++;
        return length;
    }

    static long running(OwnerObservation seen) {
        long running = 0;
        for (var workflow : seen.workflows()) running += workflow.running().cardinality();
        return running;
    }

    /** One machine of the cheapest type that can be had. */
    static boolean buyCheapest(FleetChanges changes, String why) {
        for (int type : changes.cheapestFirst()) if (changes.buy(type, why)) return true;
        return false;
    }

    static int[] reserved(OwnerObservation seen, FleetChanges changes) {
        var reserved = new int[seen.types().size()];
        Arrays.setAll(reserved, changes::reserved);
        return reserved;
    }

    /** How many tasks all kept machines can run at the same time. */
    static long slots(OwnerObservation seen, FleetChanges changes) {
        long slots = 0;
        for (int type = 0; type < seen.types().size(); type++)
            slots += (long) changes.reserved(type)
                    * seen.types().get(type).type().slots();
        return slots;
    }
}
