package io.tidewheel.experiments.faults;

import io.tidewheel.engine.AgentDescription;
import io.tidewheel.engine.AgentOrder;
import io.tidewheel.engine.AgentReport;
import io.tidewheel.engine.Assignment;
import io.tidewheel.engine.AttemptReport;
import io.tidewheel.engine.HeldAttempt;
import io.tidewheel.engine.StopOrder;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.protocol.wire.Collected;
import io.tidewheel.protocol.wire.PartitionOrder;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.Share;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** An agent that runs pretended work and otherwise keeps to the rules of the protocol: sequence numbers, repeats, holdings, recalls. */
final class SimAgent {
    private static final Duration HEARTBEAT = Duration.ofSeconds(1);
    private static final int HOLDINGS_EVERY = 3;
    private static final Duration UNANSWERED = Duration.ofSeconds(6);
    private static final Duration SERVER_SILENT = Duration.ofSeconds(8);

    private final String name;
    private final Capabilities offers;
    private final int slots;
    private final int prefetch;
    private final FaultWorld world;
    private final VirtualTime time;
    private final RandomGenerator random;

    private SessionId session;
    private boolean alive = true;
    private boolean paused;
    private @Nullable Connection connection;
    private final List<Runnable> whilePaused = new ArrayList<>();

    private final ArrayDeque<Assignment> waiting = new ArrayDeque<>();
    private final Map<ChainId, Assignment> running = new LinkedHashMap<>();
    /** What is running and is a partition of a job. */
    private final Map<ChainId, SimPartition> partitions = new LinkedHashMap<>();

    private final Map<Long, AgentReport> unacknowledged = new LinkedHashMap<>();
    private final Set<HeldAttempt> reported = new LinkedHashSet<>();
    private long sequence;
    private int heartbeats;
    private long lastProgressNanos;
    private long lastHeardNanos;
    private int life;

    SimAgent(String name, Capabilities offers, int slots, int prefetch, FaultWorld world, RandomGenerator random) {
        this.name = name;
        this.offers = offers;
        this.slots = slots;
        this.prefetch = prefetch;
        this.world = world;
        this.time = world.time();
        this.random = random;
        this.session = newSession();
    }

    /** Both directions between this agent and the server. */
    final class Connection {
        final SimServer server = world.anyServer();
        final SimNetwork.Wire up = world.network().new Wire();
        final SimNetwork.Wire down = world.network().new Wire();
        /** What an order that comes through here hands out was not granted before. */
        final long openedNanos = time.nanos();

        boolean open = true;

        void cut() {
            open = false;
            up.cut();
            down.cut();
        }
    }

    Capabilities offers() {
        return offers;
    }

    int slots() {
        return slots;
    }

    boolean isAlive() {
        return alive;
    }

    void start() {
        tick(life);
        connect();
    }

    // --- faults ---

    void kill(Duration downFor) {
        if (!alive) return;
        alive = false;
        life++;
        if (connection != null) {
            var cut = connection;
            connection = null;
            cut.server.connectionClosed(session, cut);
        }
        waiting.clear();
        running.clear();
        partitions.clear();
        unacknowledged.clear();
        reported.clear();
        whilePaused.clear();
        sequence = 0;
        session = newSession();
        time.after(downFor, () -> {
            alive = true;
            paused = false;
            start();
        });
    }

    /** Stands still: nothing is read, run or sent; afterwards everything goes on where it was. */
    void pause(Duration howLong) {
        if (!alive || paused) return;
        paused = true;
        int same = life;
        time.after(howLong, () -> {
            if (life != same) return;
            paused = false;
            var missed = List.copyOf(whilePaused);
            whilePaused.clear();
            missed.forEach(Runnable::run);
        });
    }

    void cutConnection() {
        var cut = connection;
        if (cut == null) return;
        connection = null;
        cut.server.connectionClosed(session, cut);
        time.after(Duration.ofMillis(50 + random.nextInt(3_000)), this::connect);
    }

    private void now(Runnable action) {
        if (paused) whilePaused.add(action);
        else action.run();
    }

    // --- connection ---

    private void connect() {
        int same = life;
        now(() -> {
            if (!alive || life != same || connection != null) return;
            var fresh = new Connection();
            connection = fresh;
            lastProgressNanos = time.nanos();
            lastHeardNanos = time.nanos();
            var info = new AgentDescription(session, name, "lab", offers, slots, slots + prefetch, false);
            var holding = holding();
            var repeats = List.copyOf(unacknowledged.values());
            fresh.up.carry(() -> fresh.server.hello(this, fresh, info, holding));
            for (var report : repeats) fresh.up.carry(() -> fresh.server.report(session, fresh, report));
            List.copyOf(partitions.values()).forEach(SimPartition::tell);
        });
    }

    /** The server has closed the connection, or is gone. */
    void closed(Connection which) {
        if (connection != which) return;
        connection = null;
        if (alive) time.after(Duration.ofMillis(50 + random.nextInt(1_000)), this::connect);
    }

    /** What this life of the agent is called in histories. */
    private String label() {
        return session.toString();
    }

    SessionId session() {
        return session;
    }

    private List<HeldAttempt> holding() {
        var held = new ArrayList<HeldAttempt>();
        waiting.forEach(work -> held.add(new HeldAttempt(work.chain(), work.attempt(), true)));
        running.values().forEach(work -> held.add(new HeldAttempt(work.chain(), work.attempt(), true, true)));
        for (var each : reported) held.add(new HeldAttempt(each.chain(), each.attempt(), true, true));
        return held;
    }

    private void tick(int same) {
        time.after(
                HEARTBEAT,
                () -> now(() -> {
                    if (!alive || life != same) return;
                    heartbeat();
                    tick(same);
                }));
    }

    private void heartbeat() {
        if (connection == null) return;
        boolean unanswered = !unacknowledged.isEmpty() && time.nanos() - lastProgressNanos > UNANSWERED.toNanos();
        if (unanswered || time.nanos() - lastHeardNanos > SERVER_SILENT.toNanos()) {
            cutConnection();
            return;
        }
        boolean list = ++heartbeats % HOLDINGS_EVERY == 0;
        send(new AgentReport(
                0,
                List.of(),
                List.of(),
                running.values().stream()
                        .map(work -> new HeldAttempt(work.chain(), work.attempt()))
                        .toList(),
                List.of(),
                OptionalInt.of(slots + prefetch),
                list ? Optional.of(holding()) : Optional.empty(),
                false));
    }

    private void send(AgentReport report) {
        if (report.sequence() != 0) unacknowledged.put(report.sequence(), report);
        var through = connection;
        if (through != null) through.up.carry(() -> through.server.report(session, through, report));
    }

    // --- orders ---

    void order(Connection through, AgentOrder order) {
        now(() -> {
            if (!alive || connection != through) return;
            lastHeardNanos = time.nanos();
            obey(order, through.openedNanos);
        });
    }

    /** The server has answered a heartbeat. */
    void heard(Connection through) {
        now(() -> {
            if (connection == through) lastHeardNanos = time.nanos();
        });
    }

    private void obey(AgentOrder order, long openedNanos) {
        if (order.acknowledged() > 0) acknowledged(order.acknowledged());
        for (var stop : order.stops()) stop(stop);
        for (var assignment : order.assignments()) {
            boolean known = running.containsKey(assignment.chain())
                    || waiting.stream().anyMatch(other -> other.chain().equals(assignment.chain()));
            if (known) continue;
            waiting.add(assignment);
            world.history()
                    .chains()
                    .claimed(assignment.chain(), assignment.attempt(), label(), openedNanos, time.nanos());
        }
        if (order.recall() > 0) giveBack(order.recall());
        fill();
    }

    private void acknowledged(long upTo) {
        lastProgressNanos = time.nanos();
        unacknowledged.entrySet().removeIf(entry -> {
            if (entry.getKey() > upTo) return false;
            for (var ended : entry.getValue().ended()) {
                reported.remove(new HeldAttempt(ended.chain(), ended.attempt(), true));
                world.history().reported(ended.chain(), label(), entry.getKey());
            }
            return true;
        });
    }

    private void stop(StopOrder stop) {
        if (stop.forget()) reported.remove(new HeldAttempt(stop.chain(), stop.attempt(), true));
        waiting.removeIf(work -> {
            boolean hit = work.chain().equals(stop.chain()) && work.attempt() == stop.attempt();
            if (hit && !stop.forget()) report(work, Reason.CANCELLED);
            return hit;
        });
        var work = running.get(stop.chain());
        if (work == null || work.attempt() != stop.attempt()) return;
        running.remove(stop.chain());
        partitions.remove(stop.chain());
        if (!stop.forget()) report(work, Reason.CANCELLED);
    }

    private void giveBack(int count) {
        var returned = new ArrayList<HeldAttempt>();
        while (returned.size() < count && !waiting.isEmpty()) {
            var work = waiting.removeLast();
            returned.add(new HeldAttempt(work.chain(), work.attempt()));
        }
        if (!returned.isEmpty()) {
            send(new AgentReport(
                    ++sequence,
                    List.of(),
                    List.of(),
                    List.of(),
                    returned,
                    OptionalInt.empty(),
                    Optional.empty(),
                    false));
        }
    }

    // --- work ---

    private void fill() {
        while (running.size() < slots && !waiting.isEmpty()) begin(waiting.removeFirst());
    }

    String name() {
        return name;
    }

    /** Whether this partition is what it runs. */
    boolean runs(SimPartition partition) {
        return alive
                && partitions.get(partition.work().chain()) == partition
                && partition.work().equals(running.get(partition.work().chain()));
    }

    /** Does something later, unless it is killed before. */
    void after(Duration delay, Runnable action) {
        int same = life;
        time.after(
                delay,
                () -> now(() -> {
                    if (life == same) action.run();
                }));
    }

    void tell(Progress progress) {
        var through = connection;
        if (through != null) through.up.carry(() -> through.server.progress(session, through, progress));
    }

    /** The server says how far a partition is to go. */
    void share(Connection through, Share share) {
        now(() -> {
            if (!alive || connection != through) return;
            var attempt = share.getAttempt();
            var partition = partitions.get(ChainId.of(attempt.getRun(), attempt.getIndex()));
            if (partition != null && partition.work().attempt() == attempt.getAttempt()) partition.share(share);
        });
    }

    void ended(SimPartition partition, Reason reason, Payload result) {
        var work = partition.work();
        running.remove(work.chain());
        partitions.remove(work.chain());
        report(work, reason, result);
        fill();
    }

    private void begin(Assignment work) {
        running.put(work.chain(), work);
        world.started(work.chain(), work.attempt());
        // It may be what ended the agent that had it before.
        if (work.attempt() > 1) tellStart(work);
        boolean isOfWorkflow = world.workflows().isDrawn(work);
        var program = isOfWorkflow ? Optional.of(SimChainProgram.of(work.body())) : Optional.<SimChainProgram>empty();
        if (work.runKind() == RunKind.JOB) beginPartition(work);
        else if (program.filter(SimChainProgram::isPartition).isPresent()) beginStep(work, program.get());
        else beginTask(work, program);
    }

    private void tellStart(Assignment work) {
        var begun = new HeldAttempt(work.chain(), work.attempt());
        send(new AgentReport(
                0, List.of(), List.of(), List.of(begun), List.of(), OptionalInt.empty(), Optional.empty(), false));
    }

    private void beginTask(Assignment work, Optional<SimChainProgram> program) {
        var task = program.map(SimChainProgram::task)
                .orElseGet(() -> SimTask.decode(
                        work.body().isEmpty() ? work.lane().spec().template() : work.body()));
        int same = life;
        time.after(
                task.takes(),
                () -> now(() -> {
                    if (life != same || !work.equals(running.get(work.chain()))) return;
                    if (task.killsAgent()) {
                        kill(Duration.ofSeconds(1 + random.nextInt(5)));
                        return;
                    }
                    running.remove(work.chain());
                    if (world.attemptFails(work.chain(), task)) report(work, Reason.EXIT_CODE);
                    else
                        report(
                                work,
                                Reason.NONE,
                                program.map(SimChainProgram::report).orElse(Payload.NONE));
                    fill();
                }));
    }

    private void beginPartition(Assignment work) {
        var job = world.jobs().job(work.runName());
        var order = SimPartition.order(work.body());
        boolean fails =
                world.partitionFails(work.chain().run(), order.getPartition(), job.failuresOf(order.getPartition()));
        begin(work, order, job.speed(), fails, List.of());
    }

    /** A partition of a job that is a step of a workflow. */
    private void beginStep(Assignment work, SimChainProgram program) {
        boolean fails = world.attemptFails(work.chain(), program.task());
        begin(work, SimPartition.order(work.body()), DrawnWorkflow.SPEED, fails, program.made());
    }

    private void begin(Assignment work, PartitionOrder order, double speed, boolean fails, List<Collected> made) {
        var interval = Duration.ofMillis(Math.max(1, order.getReportMillis()));
        var partition = new SimPartition(this, work, time, interval, speed * (0.5 + random.nextDouble()), fails, made);
        partitions.put(work.chain(), partition);
        partition.tell();
    }

    private void report(Assignment work, Reason reason) {
        report(work, reason, Payload.NONE);
    }

    private void report(Assignment work, Reason reason, Payload result) {
        reported.add(new HeldAttempt(work.chain(), work.attempt(), true));
        var ended = new AttemptReport(
                work.chain(),
                work.attempt(),
                work.lane().id().number(),
                reason,
                reason == Reason.NONE ? 0 : 1,
                Duration.ofSeconds(2),
                result);
        long number = ++sequence;
        world.history()
                .chains()
                .reporting(work.chain(), work.attempt(), label(), number, reason == Reason.NONE, time.nanos());
        send(new AgentReport(
                number, List.of(ended), List.of(), List.of(), List.of(), OptionalInt.empty(), Optional.empty(), false));
    }

    private SessionId newSession() {
        return new SessionId(1 + (random.nextLong() >>> 2));
    }
}
