package io.tidewheel.autoscaling;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.RequiredResources;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Places where chains could start: slots of agents, and what is left there of cores, memory and gpus. */
public final class FreeCapacity {
    /** What can take less is used first, so that a rare capability is not spent on work that needs it not. */
    private static final Comparator<Room> LEAST_SPECIAL = Comparator.comparingInt(room -> room.offers.size());

    /** Agents that are alike. */
    private record Room(Capabilities offers, long slots, Amounts left, long agents) {
        long takesEach(RequiredResources need) {
            return offers.covers(need.requires()) ? Math.min(slots, left.fits(need.amounts())) : 0;
        }

        Room after(RequiredResources need, long chains, long agentsOfThem) {
            return new Room(offers, slots - chains, left.minus(need.amounts().times(chains)), agentsOfThem);
        }
    }

    private List<Room> rooms = new ArrayList<>();

    /** @param agents so many of them, each with these slots and amounts */
    public void add(Capabilities offers, long slots, Amounts left, long agents) {
        if (slots <= 0 || agents <= 0) return;
        rooms.add(new Room(offers, slots, left, agents));
        rooms.sort(LEAST_SPECIAL);
    }

    /** Puts chains where there is room for them, and returns how many are left over. */
    public long take(RequiredResources need, long chains) {
        long left = chains;
        var after = new ArrayList<Room>(rooms.size() + 2);
        for (var room : rooms) {
            long each = left == 0 ? 0 : room.takesEach(need);
            long taken = each == 0 ? 0 : left / each < room.agents ? left : each * room.agents;
            if (taken == 0) after.add(room);
            else fill(room, need, each, taken, after);
            left -= taken;
        }
        rooms = after;
        return left;
    }

    /** Agents that take no more of it, one that has got some, and those that have got none. */
    private static void fill(Room room, RequiredResources need, long each, long taken, List<Room> after) {
        long full = taken / each;
        long some = taken % each;
        long untouched = room.agents - full - (some > 0 ? 1 : 0);
        if (full > 0 && each < room.slots) after.add(room.after(need, each, full));
        if (some > 0) after.add(room.after(need, some, 1));
        if (untouched > 0) after.add(room.after(need, 0, untouched));
    }
}
