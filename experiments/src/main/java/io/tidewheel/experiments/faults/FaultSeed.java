package io.tidewheel.experiments.faults;

import io.tidewheel.controllers.NewController;
import io.tidewheel.engine.EngineSettings;
import io.tidewheel.engine.NewRun;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainTimeLimits;
import io.tidewheel.model.Database;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.NewChain;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.scheduling.AfterAttempt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** One world from one seed: some minutes of faults, then calm until all work has ended. */
public final class FaultSeed {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    /**
     * Longer than the furthest jump of the wall clock, since a back-off that was recorded before a restart ends at a moment on the wall, and than
     * what was lost with its server again and again waits.
     */
    private static final Duration CALM = Duration.ofMinutes(130).plus(AfterAttempt.LONGEST_PAUSE);

    private static final Duration DECADE = Duration.ofDays(3_652);
    private static final Duration STEP = Duration.ofSeconds(1);

    /** What a world has seen. */
    public record Result(
            long seed,
            long runs,
            long chains,
            long starts,
            long turns,
            long serverRestarts,
            long storeFailures,
            Duration took,
            long traceHash) {}

    private final long seed;
    private final RandomGenerator random;
    private final VirtualTime time = new VirtualTime(START);
    private final FaultWorld world;
    private final FaultRates hazards;
    private final SeedWork work;
    private final SeedWeather weather;
    private final List<SimClient> clients = new ArrayList<>();
    /** How far the clock on the wall is from the truth, and how much of that are whole decades. */
    private Duration wallShift = Duration.ZERO;

    private Duration decades = Duration.ZERO;
    /** How many seconds before the end of the storm the last server is lost for good; it is not lost if this is below 0. */
    private final int lostBeforeEnd;

    private FaultSeed(long seed, List<Database> databases, SeedWork work, SeedWeather weather, boolean losesServer) {
        this.seed = seed;
        this.work = work;
        this.weather = weather;
        // Apart from all else that is drawn: the same seed is the same world in all other respects.
        this.lostBeforeEnd = losesServer ? 1 + new SplittableRandom(~seed).nextInt(10) : -1;
        this.random = new SplittableRandom(seed);
        var drawn = weather.draw(random);
        // The clock of a store in memory is the latest that a server has told: set forward, it would keep a lost server
        // alive for as long.
        this.hazards = losesServer ? drawn.withWallClockJumps(0) : drawn;
        this.world = new FaultWorld(time, random, databases.getFirst().archive());
        world.history().losesReports(hazards.mayLoseReports());
        makeSites();
        databases.forEach(database -> world.addServer(database, EngineSettings.DEFAULT));
    }

    /**
     * Runs the world of a seed. Throws AssertionError, naming seed and rule, if a rule is broken.
     *
     * @param databases one for each server; several are the same shared database, opened several times
     */
    public static Result run(long seed, List<Database> databases, SeedWork work) {
        return run(seed, databases, work, SeedWeather.MIXED, false);
    }

    public static Result run(long seed, List<Database> databases, SeedWork work, SeedWeather weather) {
        return run(seed, databases, work, weather, false);
    }

    /**
     * The same.
     *
     * @param losesServer whether the last of the servers is lost in the storm and never comes back
     */
    public static Result run(
            long seed, List<Database> databases, SeedWork work, SeedWeather weather, boolean losesServer) {
        var world = new FaultSeed(seed, databases, work, weather, losesServer);
        try {
            return world.run();
        } catch (AssertionError | RuntimeException broken) {
            var options = (databases.size() > 1 ? " --servers 2" : "")
                    + (losesServer ? " --lose-server" : "")
                    + work.option()
                    + weather.option();
            throw new AssertionError(
                    "seed %d: %s (%s; repeat with: tidewheel lab faults --from %d --seeds 1%s)"
                            .formatted(seed, broken.getMessage(), world.hazards, seed, options),
                    broken);
        }
    }

    private Result run() {
        world.servers().forEach(SimServer::start);
        makeAgents();
        for (var site : world.foreignSites()) time.after(Duration.ofMillis(random.nextInt(5_000)), site::start);
        makeClients();
        stormThenCalm(20 + random.nextInt(100));
        if (work.hasWorkflows() && retryWorkflows()) stormThenCalm(10 + random.nextInt(40));
        if (work == SeedWork.JOBS)
            workInCalm(world.agents().stream().mapToInt(SimAgent::slots).sum());
        if (work == SeedWork.SITES) workAtSitesInCalm();
        time.advance(Duration.ofSeconds(5));
        world.oracles().checkFinished(world);
        world.oracles().checkAttempts();
        world.oracles().checkHistories();
        return new Result(
                seed,
                clients.size(),
                world.ended().size(),
                world.starts().values().stream().mapToLong(Integer::longValue).sum(),
                world.servers().stream().mapToLong(SimServer::turns).sum(),
                world.servers().stream().mapToLong(SimServer::restarts).sum(),
                world.servers().stream()
                        .mapToLong(server -> server.store().failures())
                        .sum(),
                Duration.ofNanos(time.nanos()),
                world.traceHash());
    }

    private void stormThenCalm(int stormySeconds) {
        world.hazards(hazards);
        for (int second = 0; second < stormySeconds; second++) {
            if (stormySeconds - second == lostBeforeEnd)
                world.servers().getLast().lose();
            strike();
            time.advance(STEP);
        }
        world.hazards(FaultRates.NONE);
        var calmSince = time.nanos();
        while (!isFinished()) {
            time.advance(STEP);
            if (time.nanos() - calmSince > CALM.toNanos()) {
                world.oracles().checkFinished(world);
                throw new AssertionError("O9: the clients are not done long after the faults have stopped");
            }
        }
    }

    private boolean isFinished() {
        if (!clients.stream().allMatch(SimClient::isDone)) return false;
        try {
            world.oracles().checkFinished(world);
            return true;
        } catch (AssertionError unfinished) {
            if (String.valueOf(unfinished.getMessage()).startsWith("O9")) return false;
            throw unfinished;
        }
    }

    /** One second's worth of faults. */
    private void strike() {
        for (var server : world.servers()) {
            if (happens(hazards.serverKilled())) server.kill(Duration.ofMillis(100 + random.nextInt(15_000)));
        }
        for (var agent : world.agents()) {
            if (happens(hazards.agentKilled())) agent.kill(Duration.ofMillis(500 + random.nextInt(8_000)));
            if (happens(hazards.agentPaused())) agent.pause(Duration.ofMillis(500 + random.nextInt(20_000)));
            if (happens(hazards.connectionCut())) agent.cutConnection();
        }
        for (var site : world.foreignSites()) {
            // A site dies as seldom as a server, and may be gone for so long that it counts as another.
            if (happens(hazards.serverKilled() / 2)) site.kill(Duration.ofMillis(500 + random.nextInt(30_000)));
        }
        if (happens(hazards.wallClockJumps())) jumpWall();
    }

    /**
     * To somewhere within an hour of the truth, in either direction, or of what is ten years after it: from there no clock comes back, since
     * a back-off that was recorded there would end there. Servers that share a store in memory, which has no clock of its own, would take each
     * other for dead for ever then: their jobs would pass to and fro, also in calm.
     */
    private void jumpWall() {
        if (work.hasJobs() && world.servers().size() > 1) return;
        if (weather == SeedWeather.WRONG_CLOCKS && random.nextInt(8) == 0) decades = decades.plus(DECADE);
        var target = decades.plusSeconds(random.nextInt(-3_600, 3_600));
        time.jumpWall(target.minus(wallShift));
        wallShift = target;
    }

    private boolean happens(double chance) {
        return random.nextDouble() < chance;
    }

    private void makeAgents() {
        int count = 1 + random.nextInt(5);
        for (int i = 0; i < count; i++) {
            // The first one offers everything, so that all work can be placed.
            var offers = i == 0
                    ? Capabilities.of("a", "b")
                    : Capabilities.of(List.of("a", "b").subList(0, random.nextInt(3)));
            var agent = new SimAgent("agent-" + i, offers, 1 + random.nextInt(4), random.nextInt(6), world, random);
            world.agents().add(agent);
            time.after(Duration.ofMillis(random.nextInt(5_000)), agent::start);
        }
    }

    private void makeSites() {
        if (work != SeedWork.SITES) return;
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++)
            world.foreignSites().add(new WorldSite("site-" + i, 1 + random.nextInt(5), world, random));
    }

    private void makeClients() {
        int count = 1 + random.nextInt(5);
        for (int i = 0; i < count; i++) {
            var client = makeClient(i);
            clients.add(client);
            client.start(Duration.ofMillis(random.nextInt(20_000)));
            if (random.nextInt(5) == 0) {
                client.endAfter(
                        Duration.ofMillis(random.nextInt(40_000)),
                        random.nextBoolean() ? EndRequest.CANCEL : EndRequest.KILL);
            }
            for (int j = random.nextInt(4); j > 0; j--)
                client.cancelOneAfter(Duration.ofMillis(random.nextInt(40_000)), random.nextInt(40));
            if (random.nextInt(5) == 0) {
                client.holdFor(Duration.ofMillis(random.nextInt(20_000)), Duration.ofMillis(random.nextInt(20_000)));
            }
        }
    }

    private SimClient makeClient(int number) {
        var lane = new LaneSpec(
                Capabilities.of(List.of("a", "b").subList(0, random.nextInt(3))),
                random.nextInt(3),
                retry(),
                ChainTimeLimits.NONE,
                List.of(Delivery.values()).get(random.nextInt(3)),
                task(false).encode());
        var spec = RunSpec.tasks(new Owner(random.nextBoolean() ? "ada" : "bob"), "run " + number)
                .with(SubmissionField.PRIORITY, (long) lane.priority());
        if (random.nextInt(8) == 0) spec = withDeadline(spec);
        var key = Optional.of("key-" + number);
        if (work.hasWorkflows() && random.nextInt(3) > 0) {
            var drawn = world.workflows().spec(spec, random.nextLong(), work.hasJobs());
            return client(NewRun.growing(drawn, world.workflows().controller(drawn), key, false, "lab"), List.of());
        }
        if (work == SeedWork.JOBS && random.nextInt(3) > 0) {
            var drawn = world.jobs().spec(spec, random.nextLong());
            return client(NewRun.growing(drawn, world.jobs().controller(drawn), key, false, "lab"), List.of());
        }
        if (work == SeedWork.SITES && random.nextInt(4) > 0) {
            var drawn = world.jobs().atSites(spec, random.nextLong());
            return client(NewRun.growing(drawn, world.jobs().controller(drawn), key, false, "lab"), List.of());
        }
        if (work == SeedWork.TASKS && random.nextInt(3) == 0) {
            var document = SimController.document(random.nextLong());
            var controller = new NewController(document, _ -> SimController.open(document));
            return client(NewRun.growing(growing(spec), controller, key, false, "lab"), List.of());
        }
        if (random.nextInt(3) == 0) {
            int size = 1 + random.nextInt(120);
            return client(
                    new NewRun(
                            spec.withArray(new IndexRange(1, size, 1)),
                            lane,
                            key,
                            List.of(),
                            true,
                            false,
                            false,
                            "lab"),
                    List.of());
        }
        var chains = new ArrayList<NewChain>();
        int size = random.nextInt(60);
        for (int i = 0; i < size; i++)
            chains.add(new NewChain(
                    "",
                    random.nextInt(4) == 0
                            ? Payload.NONE
                            : task(random.nextInt(60) == 0).encode()));
        return random.nextBoolean()
                ? client(new NewRun(spec, lane, key, chains, true, false, false, "lab"), List.of())
                : client(new NewRun(spec, lane, key, List.of(), false, false, false, "lab"), chains);
    }

    /** Some clients ask that the rest be done of a workflow that did not succeed. True if there is such a workflow. */
    private boolean retryWorkflows() {
        var retries = new ArrayList<SimClient>();
        for (var client : clients) {
            var run = client.run().flatMap(world.workflows()::unsuccessful);
            if (run.isEmpty() || random.nextInt(3) == 0) continue;
            var key = Optional.of("retry-" + run.get().id());
            var controller = world.workflows().retry(run.get().id());
            retries.add(client(
                    NewRun.growing(withoutDeadline(run.get().spec()), controller, key, false, "lab"), List.of()));
        }
        retries.forEach(client -> client.start(Duration.ofMillis(random.nextInt(5_000))));
        return clients.addAll(retries);
    }

    /** When the faults are over and nothing else is to be done, a job that can be done in time is. */
    private void workInCalm(int programs) {
        workInCalm(DrawnJob.feasible(programs, 100, 20 + random.nextInt(60)));
    }

    private void workInCalm(DrawnJob job) {
        // What agents of one server have fetched ahead is not recalled for idle agents of another.
        boolean isTimed = world.servers().size() == 1;
        var spec = world.jobs().calm(isTimed, RunSpec.tasks(new Owner("ada"), "calm"), job);
        var client = client(
                NewRun.growing(spec, world.jobs().controller(spec), Optional.of("calm"), false, "lab"), List.of());
        clients.add(client);
        client.start(Duration.ofSeconds(10));
        stormThenCalm(0);
    }

    /** The same at foreign sites, when all that they do for jobs that have ended has come to an end, too. */
    private void workAtSitesInCalm() {
        var calmSince = time.nanos();
        while (!world.foreignSites().stream().allMatch(WorldSite::isIdle)) {
            time.advance(STEP);
            if (time.nanos() - calmSince > CALM.toNanos())
                throw new AssertionError("O9: sites still work long after all jobs have ended");
        }
        int slots = world.foreignSites().stream().mapToInt(WorldSite::slots).sum();
        workInCalm(DrawnJob.feasible(slots, 100, 300 + random.nextInt(300)).onlyAtSites("calm"));
    }

    private static RunSpec withoutDeadline(RunSpec spec) {
        var asked = spec.asked().without(SubmissionField.DEADLINE, SubmissionField.MAX_FAILS);
        return new RunSpec(spec.kind(), spec.owner(), asked, spec.array(), spec.retryOf(), spec.text());
    }

    private SimClient client(NewRun submission, List<NewChain> later) {
        return new SimClient(world, random, submission, later, 1 + random.nextInt(20));
    }

    private static RunSpec growing(RunSpec spec) {
        return new RunSpec(RunKind.WORKFLOW, spec.owner(), spec.asked(), spec.array(), spec.retryOf(), spec.text());
    }

    private RunSpec withDeadline(RunSpec spec) {
        return spec.with(SubmissionField.DEADLINE, START.plusSeconds(10 + random.nextInt(120)))
                .with(SubmissionField.MAX_FAILS, (long) random.nextInt(10));
    }

    private RetryPolicy retry() {
        return switch (random.nextInt(3)) {
            case 0 -> RetryPolicy.NEVER;
            case 1 -> new RetryPolicy(3, Duration.ZERO, 1, RetryPolicy.LONGEST);
            default -> new RetryPolicy(4, Duration.ofMillis(200 + random.nextInt(3_000)), 2, Duration.ofSeconds(10));
        };
    }

    private SimTask task(boolean poison) {
        long millis = (long) (Math.pow(random.nextDouble(), 3) * 8_000);
        return new SimTask(Duration.ofMillis(millis), random.nextInt(5) == 0 ? random.nextInt(4) : 0, poison);
    }
}
