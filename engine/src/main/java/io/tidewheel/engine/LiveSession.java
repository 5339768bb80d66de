package io.tidewheel.engine;

import io.tidewheel.model.AgentLoad;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.LossLimits;
import io.tidewheel.model.Owner;
import io.tidewheel.model.SessionId;
import io.tidewheel.scheduling.AgentHealth;
import io.tidewheel.scheduling.LaneFunding;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An agent's session, as the engine keeps it in memory. */
final class LiveSession {
    final SessionId id;
    /** Greater than that of every session before it. */
    final long number;
    /** Unknown until an agent of a former life of the server joins again. */
    @Nullable
    AgentDescription info;

    /** In the order in which they were handed out: the agent starts them in this order. */
    final LinkedHashMap<ChainId, LiveLease> leases = new LinkedHashMap<>();

    /** Attempts that it has shown to have been handed, although the store knows of no lease: their reports count. */
    final Set<HeldAttempt> shown = new HashSet<>();

    /** Whether somebody has been told that it says what is not its own. */
    boolean reproached;

    boolean connected;
    /** What it holds is known. On a shared store that is so one turn after it has joined. */
    boolean admitted;

    /** How often it has connected. */
    int joins;

    boolean draining;
    long lastHeardNanos;
    /** Since when nothing was heard of it; only while it is not connected. */
    long awaySinceNanos;
    /** How long it may be away before its leases are lost, unless a run says otherwise. */
    Duration patience = Duration.ZERO;
    /** Whether the agent itself closed its connection. */
    boolean endedItself;
    /** Whether the agent's machine is being taken away. */
    boolean machineGoes;
    /** Whether the agent has been away for longer than it may. */
    boolean givenUp;

    /** When it is given up. */
    LossLimits limits = LossLimits.LAN;

    /** The chains that were at work when nothing was heard of it any more. */
    Set<ChainId> atWork = Set.of();

    /** Whether the agent is about to have something again that it still works on; nothing is given to it before. */
    boolean reclaims;

    /** Attempts that it lost while it was connected, since their run has less patience. */
    final Map<ChainId, Integer> lost = new HashMap<>();

    /** Which runs with a budget of their own may use it. */
    LaneFunding funding = LaneFunding.EVERYBODY;

    int credit;
    /** Amounts that the chains it holds take. */
    Amounts used = Amounts.NONE;

    /** Chains that it holds of each owner and that were not known to be short. */
    final Map<Owner, Integer> slow = new HashMap<>();

    long acknowledged;
    AgentHealth health = AgentHealth.GOOD;
    /** Gets no work before this moment; 0 = is not put aside. */
    long asideUntilNanos;

    /** How often in a row it got nothing of what was granted to it. */
    int triesInVain;

    /** Got nothing of what was granted to it, so it is left alone until this moment; 0 = is not. */
    long restUntilNanos;

    /** Until when the agent gets no work because it was sent to another server; 0 if it was not. */
    long movingUntilNanos;

    long recallUntilNanos;
    Instant since = Instant.EPOCH;
    /** What it measured last. */
    Optional<AgentLoad> load = Optional.empty();
    /** Another server may have written down that it looks after it. */
    boolean isDoubtful;

    long finishedTotal;

    private List<Assignment> assignments = new ArrayList<>();
    private List<StopOrder> stops = new ArrayList<>();
    private int recall;
    private boolean tellDrain;
    private List<String> servers = List.of();
    private String moveTo = "";
    private long lastTold;
    private final PendingOrders orders;

    /** @param orders told when there is something to tell its agent */
    LiveSession(SessionId id, PendingOrders orders) {
        this.id = id;
        this.orders = orders;
        this.number = orders.nextNumber();
    }

    String name() {
        return info == null ? id.toString() : info.name();
    }

    Capabilities offers() {
        return info == null ? Capabilities.NONE : info.offers();
    }

    Capabilities undecided() {
        return info == null ? Capabilities.NONE : info.undecided();
    }

    Amounts has() {
        return info == null ? Amounts.UNLIMITED : info.has();
    }

    Optional<Owner> only() {
        return info == null ? Optional.empty() : info.only();
    }

    int slots() {
        return info == null ? 1 : info.slots();
    }

    /** True if it was left alone and is to get work again. */
    boolean isBackAt(long nanos) {
        boolean back = false;
        if (asideUntilNanos != 0 && nanos - asideUntilNanos > 0) {
            asideUntilNanos = 0;
            back = true;
        }
        if (restUntilNanos != 0 && nanos - restUntilNanos > 0) {
            restUntilNanos = 0;
            back = true;
        }
        if (movingUntilNanos != 0 && nanos - movingUntilNanos > 0) {
            movingUntilNanos = 0;
            back = true;
        }
        return back;
    }

    void assign(Assignment assignment) {
        assignments.add(assignment);
        orders.add(this);
    }

    void stop(StopOrder stop) {
        stops.add(stop);
        orders.add(this);
    }

    void recall(int chains) {
        recall = chains;
        orders.add(this);
    }

    void tellServers(List<String> addresses) {
        servers = addresses;
        orders.add(this);
    }

    /** Sends it to another server. Until it has gone, or stayed for too long, it gets no work. */
    void move(String address, long untilNanos) {
        moveTo = address;
        movingUntilNanos = untilNanos;
        orders.add(this);
    }

    boolean isMoving() {
        return movingUntilNanos != 0;
    }

    void tellToDrain() {
        tellDrain = true;
        orders.add(this);
    }

    /** All its messages up to this number are safe, which it is to be told. */
    void acknowledge(long sequence) {
        if (sequence <= acknowledged) return;
        acknowledged = sequence;
        orders.add(this);
    }

    /** What there is to tell the agent, once. */
    @Nullable
    AgentOrder takeOrder() {
        boolean isNothingNew = acknowledged == lastTold && servers.isEmpty() && moveTo.isEmpty();
        if (assignments.isEmpty() && stops.isEmpty() && recall == 0 && !tellDrain && isNothingNew) return null;
        long told = acknowledged == lastTold ? 0 : acknowledged;
        var order = new AgentOrder(told, assignments, stops, recall, tellDrain, servers, moveTo);
        lastTold = acknowledged;
        dropOrder();
        return order;
    }

    /** After a new connection everything is told again. */
    void tellAgain() {
        lastTold = 0;
        dropOrder();
        orders.add(this);
    }

    void dropOrder() {
        assignments = new ArrayList<>();
        stops = new ArrayList<>();
        recall = 0;
        tellDrain = false;
        servers = List.of();
        moveTo = "";
    }
}
