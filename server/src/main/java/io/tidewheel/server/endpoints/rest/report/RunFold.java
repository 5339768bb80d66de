package io.tidewheel.server.endpoints.rest.report;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.model.AttemptRecord;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.SessionRecord;
import io.tidewheel.protocol.wire.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** What is to be told of a run, gathered chain by chain. Its size depends on agents, services and actions, not on chains; bars are the exception, and they have a limit. */
public final class RunFold {
    private static final int MOST_OUTPUT = 1_000;
    private static final int SLOWEST = 20;
    private static final int MOST_FAILURES = 100;
    private static final int MOST_SERVICES = 100;
    /** Each chain whose attempts are looked at costs a question. */
    private static final int MOST_RETRIED = 1_000;

    private static final String OTHERS = "(others)";
    /** An agent's clock may differ from the server's by so much before its word is not taken. */
    private static final double CLOCKS_DIFFER = 1;

    /** Times and resources of one service. */
    public static final class Figures {
        private final ValueDistribution waiting;
        private final ValueDistribution running;
        private final ValueDistribution cpu;
        private final ValueDistribution memory;

        private Figures(RandomGenerator random) {
            waiting = new ValueDistribution(random);
            running = new ValueDistribution(random);
            cpu = new ValueDistribution(random);
            memory = new ValueDistribution(random);
        }

        public ValueDistribution waiting() {
            return waiting;
        }

        public ValueDistribution running() {
            return running;
        }

        public ValueDistribution cpu() {
            return cpu;
        }

        public ValueDistribution memory() {
            return memory;
        }
    }

    /** What one agent did. */
    public static final class AgentWork {
        private final SessionRecord session;
        private long chains;
        private long failed;
        private double busySeconds;

        private AgentWork(SessionRecord session) {
            this.session = session;
        }

        public SessionRecord session() {
            return session;
        }

        public long chains() {
            return chains;
        }

        public long failed() {
            return failed;
        }

        public double busySeconds() {
            return busySeconds;
        }
    }

    /** A chain that failed. */
    public record Failure(ChainRecord chain, String message, String output) {}

    private final Instant began;
    private final Instant now;
    private final Function<SessionId, Optional<SessionRecord>> sessions;
    private final Function<ChainId, List<AttemptRecord>> attemptsOf;
    private final ServiceNames names;
    private final RandomGenerator random;
    private final int mostBars;
    private final Map<SessionId, Integer> agentNumbers = new HashMap<>();
    private final List<AgentWork> agents = new ArrayList<>();
    private final Map<String, Integer> serviceNumbers = new LinkedHashMap<>();
    private final List<Figures> figures = new ArrayList<>();
    private final List<TimelineBar> bars = new ArrayList<>();
    private final Map<String, Map<ChainState, Long>> actions = new LinkedHashMap<>();
    private final FailureCauses causes = new FailureCauses();
    private final FailedAttempts failedAttempts = new FailedAttempts();
    private final List<Failure> failures = new ArrayList<>();
    private final PriorityQueue<TimelineBar> slowest = new PriorityQueue<>(Comparator.comparingDouble(RunFold::length));
    private long chains;
    private long attempts;
    private long retried;
    private long lost;
    private long stride = 1;

    /**
     * @param now until when what still runs is taken to have run
     * @param attemptsOf the attempts of a chain that did not succeed
     * @param mostBars how many bars are kept at most; of more chains, every so many
     */
    public RunFold(
            RunRecord run,
            Instant now,
            Function<SessionId, Optional<SessionRecord>> sessions,
            Function<ChainId, List<AttemptRecord>> attemptsOf,
            ServiceNames names,
            RandomGenerator random,
            int mostBars) {
        this.began = run.started().orElse(run.created());
        this.now = now;
        this.sessions = sessions;
        this.attemptsOf = attemptsOf;
        this.names = names;
        this.random = random;
        this.mostBars = mostBars;
    }

    public void add(ChainRecord chain) {
        chains++;
        attempts += chain.attempt();
        if (chain.attempt() > 1) retried++;
        lost += chain.losses();
        for (var action : names.actions(chain))
            if (names.knows(action))
                actions.computeIfAbsent(action, _ -> new EnumMap<>(ChainState.class))
                        .merge(chain.state(), 1L, Long::sum);
        var outcome = outcome(chain.report());
        if (chain.failures() + chain.losses() > 0 && failedAttempts.chains() < MOST_RETRIED)
            failedAttempts.add(chain, attemptsOf.apply(chain.id()), outcome);
        boolean unsuccessful = chain.state() == ChainState.FAILED || chain.state() == ChainState.CANCELLED;
        if (unsuccessful) unsuccessful(chain, outcome);
        int service = service(names.of(chain, outcome));
        if (chain.firstClaimed().isPresent()) begun(chain, service, outcome);
        else if (!unsuccessful)
            keep(new TimelineBar(
                    -1, service, TimelineBar.Kind.RUNNING, chain.id().index(), seconds(chain.added()), end(), end()));
    }

    private void unsuccessful(ChainRecord chain, Outcome outcome) {
        var output = tail(outcome.getLastOutput().toStringUtf8());
        causes.add(chain, outcome.getMessage(), output);
        if (chain.state() == ChainState.FAILED && failures.size() < MOST_FAILURES)
            failures.add(new Failure(chain, outcome.getMessage(), output));
    }

    private static String tail(String output) {
        return output.length() <= MOST_OUTPUT ? output : "…" + output.substring(output.length() - MOST_OUTPUT);
    }

    private void begun(ChainRecord chain, int service, Outcome outcome) {
        int agent = chain.session().map(this::agent).orElse(-1);
        var bar = bar(chain, agent, service, outcome);
        keep(bar);
        if (slowest.size() < SLOWEST || length(bar) > length(slowest.element())) {
            slowest.add(bar);
            if (slowest.size() > SLOWEST) slowest.remove();
        }
        if (agent >= 0) {
            var work = agents.get(agent);
            work.chains++;
            if (chain.state() == ChainState.FAILED) work.failed++;
            work.busySeconds += length(bar);
        }
        var spreads = figures.get(service);
        spreads.waiting.add(Math.max(0, waited(chain, bar)));
        if (!chain.state().isFinal() || outcome.getFinishedMicros() == 0) return;
        spreads.running.add(length(bar));
        spreads.cpu.add((outcome.getUserCpuMicros() + outcome.getSystemCpuMicros()) / 1e6);
        if (outcome.getPeakMemoryBytes() > 0) spreads.memory.add((double) outcome.getPeakMemoryBytes());
    }

    /** Until its command began, which may be a while after it was leased; of what was tried again, until it was leased for the first time. */
    private double waited(ChainRecord chain, TimelineBar bar) {
        double until =
                chain.attempt() > 1 ? chain.firstClaimed().map(this::seconds).orElse(bar.from()) : bar.from();
        return until - bar.added();
    }

    /** Keeps a bar if there is room. With more chains than that, every so many are kept: when it is full, every other one goes. */
    private void keep(TimelineBar bar) {
        if (chains % stride != 0) return;
        bars.add(bar);
        if (bars.size() < mostBars) return;
        for (int i = 0; i < bars.size() / 2; i++) bars.set(i, bars.get(2 * i));
        bars.subList(bars.size() / 2, bars.size()).clear();
        stride *= 2;
    }

    private TimelineBar bar(ChainRecord chain, int agent, int service, Outcome outcome) {
        double added = seconds(chain.added());
        double from = chain.claimed().map(this::seconds).orElse(added);
        double to = chain.finished().map(this::seconds).orElseGet(this::end);
        // The lease begins before the command does; the agent knows when that was, if its clock can be believed.
        double started = seconds(micros(outcome.getStartedMicros()));
        double finished = seconds(micros(outcome.getFinishedMicros()));
        boolean told = outcome.getStartedMicros() > 0 && finished >= started;
        if (told && started >= from - CLOCKS_DIFFER && finished <= to + CLOCKS_DIFFER) {
            from = started;
            to = finished;
        }
        return new TimelineBar(
                agent, service, kind(chain.state()), chain.id().index(), added, from, Math.max(from, to));
    }

    private static TimelineBar.Kind kind(ChainState state) {
        return switch (state) {
            case SUCCEEDED -> TimelineBar.Kind.SUCCEEDED;
            case FAILED -> TimelineBar.Kind.FAILED;
            case CANCELLED -> TimelineBar.Kind.CANCELLED;
            case READY, DELAYED, RUNNING, HELD -> TimelineBar.Kind.RUNNING;
        };
    }

    private int agent(SessionId id) {
        var known = agentNumbers.get(id);
        if (known != null) return known;
        var session = sessions.apply(id);
        if (session.isEmpty()) return -1;
        agents.add(new AgentWork(session.get()));
        agentNumbers.put(id, agents.size() - 1);
        return agents.size() - 1;
    }

    private int service(String name) {
        boolean known = serviceNumbers.containsKey(name) || serviceNumbers.size() < MOST_SERVICES;
        return serviceNumbers.computeIfAbsent(known ? name : OTHERS, _ -> {
            figures.add(new Figures(random));
            return figures.size() - 1;
        });
    }

    static Outcome outcome(Payload report) {
        try {
            return Outcome.parseFrom(report.bytes());
        } catch (InvalidProtocolBufferException unreadable) {
            return Outcome.getDefaultInstance();
        }
    }

    private static double length(TimelineBar bar) {
        return bar.to() - bar.from();
    }

    private double seconds(Instant at) {
        return Duration.between(began, at).toNanos() / 1e9;
    }

    private static Instant micros(long micros) {
        return Instant.EPOCH.plusNanos(micros * 1_000);
    }

    private double end() {
        return seconds(now);
    }

    // --- what has been gathered ---

    /** The moment from which all seconds count. */
    public Instant began() {
        return began;
    }

    /** @param from the second at the left edge */
    public TimelineRows lanes(double from, double to, int width) {
        var slots = agents.stream().map(agent -> agent.session.slots()).toList();
        return TimelineRows.of(bars, slots, from, to, width);
    }

    public List<TimelineBar> bars() {
        return bars;
    }

    public List<AgentWork> agents() {
        return agents;
    }

    /** By number. */
    public List<String> services() {
        return List.copyOf(serviceNumbers.keySet());
    }

    /** The figures of the service with this number. */
    public Figures figures(int service) {
        return figures.get(service);
    }

    /** For each action of a workflow how its chains stand. */
    public Map<String, Map<ChainState, Long>> actions() {
        return actions;
    }

    public FailureCauses causes() {
        return causes;
    }

    public FailedAttempts failedAttempts() {
        return failedAttempts;
    }

    /**
     * How much was wanted and how much was there.
     *
     * @param offers what was there, in seconds after the beginning
     * @param scale how many chains each bar stands for
     */
    public SupplyCurve supply(List<SupplyCurve.Offered> offers, double scale) {
        return SupplyCurve.of(bars, offers, scale);
    }

    /** A moment in seconds after the beginning. */
    public double secondsAt(Instant moment) {
        return seconds(moment);
    }

    public List<Failure> failures() {
        return failures;
    }

    /** The chains that ran longest, the longest first. */
    public List<TimelineBar> slowest() {
        return slowest.stream()
                .sorted(Comparator.comparingDouble(RunFold::length).reversed())
                .toList();
    }

    public long chains() {
        return chains;
    }

    public long attempts() {
        return attempts;
    }

    /** Chains that needed more than one attempt. */
    public long retried() {
        return retried;
    }

    /** Attempts that ended because an agent was lost. */
    public long lost() {
        return lost;
    }
}
