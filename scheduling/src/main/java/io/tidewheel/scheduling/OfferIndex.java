package io.tidewheel.scheduling;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.OfferedResources;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.SessionId;
import io.tidewheel.scheduling.AgentKind.KindKey;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Which kinds of agents have what which lanes want. It is computed when a kind of agents first comes or something is first wanted, so that no
 * decision has to ask.
 */
final class OfferIndex {
    private final Map<FundedResources, LaneQueue> sets = new TreeMap<>();
    private final Map<KindKey, AgentKind> kinds = new TreeMap<>();
    /** What agents may come to offer in a moment, together with what they have. */
    private final Map<SessionId, OfferedResources> undecided = new LinkedHashMap<>();

    /** The queue of the lanes that want this; it is made if there is none yet. */
    LaneQueue queue(FundedResources wanted) {
        return sets.computeIfAbsent(wanted, this::newQueue);
    }

    private LaneQueue newQueue(FundedResources wanted) {
        var set = new LaneQueue(wanted);
        for (var kind : kinds.values()) {
            if (kind.has.covers(wanted)) kind.sets.add(set);
        }
        return set;
    }

    /** The kind of an agent; it is made if there is none yet. */
    AgentKind kind(KindKey key) {
        return kinds.computeIfAbsent(key, this::newKind);
    }

    private AgentKind newKind(KindKey key) {
        var kind = new AgentKind(key);
        for (var set : sets.values()) {
            if (kind.has.covers(set.wanted)) kind.sets.add(set);
        }
        return kind;
    }

    /** No lane wants this any more. */
    void remove(LaneQueue set) {
        sets.remove(set.wanted);
        kinds.values().forEach(kind -> kind.sets.remove(set));
    }

    /** No agent of this kind is present any more. */
    void remove(AgentKind kind) {
        kinds.remove(kind.key);
    }

    Collection<LaneQueue> queues() {
        return sets.values();
    }

    Collection<AgentKind> kinds() {
        return kinds.values();
    }

    /** An agent that has this is still finding out whether it offers more. */
    void mayOffer(SessionId id, FundedResources has, Capabilities more) {
        undecided.put(id, new OfferedResources(has.capabilities().and(more), has.amounts()));
    }

    /** The agent has found out what it offers, or is gone. */
    void decided(SessionId id) {
        undecided.remove(id);
    }

    boolean isOffered(Capabilities requires, Amounts needs) {
        var wanted = new FundedResources(requires, needs, LaneFunding.NOBODY);
        return kinds.keySet().stream().anyMatch(key -> key.has().covers(wanted)) || mayBeOffered(requires, needs);
    }

    /** True if somebody who is still finding out what it offers may offer this. */
    boolean mayBeOffered(Capabilities requires, Amounts needs) {
        var need = new RequiredResources(requires, needs);
        return undecided.values().stream().anyMatch(offer -> offer.covers(need));
    }

    List<OfferedResources> offered() {
        var sure = kinds.keySet().stream()
                .map(key ->
                        new OfferedResources(key.has().capabilities(), key.has().amounts()));
        return Stream.concat(sure, undecided.values().stream()).distinct().toList();
    }

    Map<Capabilities, Long> demand() {
        var demand = new TreeMap<Capabilities, Long>();
        sets.forEach((wanted, set) -> {
            if (set.remaining > 0) demand.merge(wanted.capabilities(), set.remaining, Long::sum);
        });
        return demand;
    }

    Map<RequiredResources, Long> needs() {
        var needs = new TreeMap<RequiredResources, Long>();
        sets.forEach((wanted, set) -> {
            if (set.remaining > 0)
                needs.merge(new RequiredResources(wanted.capabilities(), wanted.amounts()), set.remaining, Long::sum);
        });
        return needs;
    }
}
