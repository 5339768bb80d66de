package io.tidewheel.experiments.tascaas;

import io.tidewheel.balancing.JobForecast;
import io.tidewheel.balancing.PartitionState;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.RunId;
import io.tidewheel.protocol.wire.JobDocument;
import io.tidewheel.server.endpoints.tascaas.SiteCaller;
import io.tidewheel.server.endpoints.tascaas.TascaasReply;
import io.tidewheel.server.http.QueryString;
import io.tidewheel.server.jobs.JobController;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The server's endpoints for foreign sites, as the programs of one job at one site call them. */
final class SiteSide implements JobSide {
    private static final int MOST_SLOTS = 1_000;
    private static final Pattern ID = Pattern.compile("\"id\": \"([^\"]+)\"");
    private static final Pattern WORKER = Pattern.compile("\"worker\": \"([0-9]+)\"");
    private static final Pattern ASSIGNED = Pattern.compile("Assigned: ([0-9]+)");

    private final SimJobEngine room;
    private final SimJobSpec plan;
    private final String job;
    private final RunId run;
    private final String site;
    private final Set<Integer> handedOut = new HashSet<>();

    SiteSide(SimJobEngine room, SimJobSpec plan) {
        this.room = room;
        this.plan = plan;
        this.job = room.nextName() + ".config";
        room.until(plan.submitted());
        this.run = room.submit(plan.name(), document());
        var slots = Integer.toString(MOST_SLOTS);
        var reply = room.desk().register(query("secret", SimJobEngine.SECRET, "slots", slots, "maxSlots", slots));
        this.site = found(ID, reply).orElseThrow();
    }

    private JobDocument document() {
        return JobDocument.newBuilder()
                .setIterations(plan.iterations())
                .setTargetMillis(plan.target() * 1_000)
                .setPartitions(plan.partitions())
                .setMostPartitions(plan.mostPartitions())
                .setForeignId(job)
                .setInputObject("input/" + job)
                .build();
    }

    private static QueryString query(String... words) {
        var values = new TreeMap<String, List<String>>();
        for (int i = 0; i < words.length; i += 2) values.put(words[i], List.of(words[i + 1]));
        return new QueryString(values);
    }

    private static QueryString query(Map<String, Long> numbers) {
        var values = new TreeMap<String, List<String>>();
        numbers.forEach((name, number) -> values.put(name, List.of(Long.toString(number))));
        return new QueryString(values);
    }

    private static Optional<String> found(Pattern what, TascaasReply reply) {
        var match = what.matcher(reply.body());
        return match.find() ? Optional.of(match.group(1)) : Optional.empty();
    }

    private static OptionalLong assigned(TascaasReply reply) {
        return found(ASSIGNED, reply).map(Long::parseLong).map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    private Optional<JobController> live() {
        return room.find(run);
    }

    @Override
    public OptionalInt take(long now) {
        room.until(now);
        var worker = found(WORKER, room.desk().jobs(site, query("slots", "1"), "http://lab"));
        if (worker.isEmpty()) return OptionalInt.empty();
        handedOut.add(Integer.parseInt(worker.get()));
        return OptionalInt.of(Integer.parseInt(worker.get()));
    }

    /** Handed out and not begun. */
    private int onTheWay() {
        var known = live();
        if (known.isEmpty()) return 0;
        var parts = known.get().job().partitions();
        handedOut.removeIf(part -> !(parts.get(part).state() instanceof PartitionState.Queued));
        return handedOut.size();
    }

    @Override
    public int waiting() {
        return Math.max(0, live().map(known -> known.job().queued()).orElse(0) - onTheWay());
    }

    @Override
    public long waitingSince() {
        return plan.submitted();
    }

    @Override
    public int running() {
        return live().map(known -> known.job().running()).orElse(0) + onTheWay();
    }

    @Override
    public OptionalLong start(int part, String where, long now) {
        room.until(now);
        handedOut.remove(part);
        return assigned(room.desk().start(SiteCaller.anybody(job), query(Map.of("worker", (long) part, "dt", 0L))));
    }

    @Override
    public OptionalLong report(int part, long count, long age, long now) {
        room.until(now);
        return assigned(room.desk()
                .report(SiteCaller.anybody(job), query(Map.of("worker", (long) part, "nIter", count, "dt", age))));
    }

    @Override
    public void finish(int part, long count, long age, long now) {
        room.until(now);
        room.desk().finish(SiteCaller.anybody(job), query(Map.of("worker", (long) part, "nIter", count, "dt", age)));
    }

    @Override
    public boolean stored(int part, long now) {
        room.until(now);
        var name = new ObjectName("output/results/%s/worker-%d/results.dat".formatted(job, part));
        room.objects().put(name, (_, _, _) -> -1, 0, Optional.empty());
        room.desk().stored(name);
        room.until(now);
        return true;
    }

    /** TaScaaS's daemon tells nobody. */
    @Override
    public void died(int part, long now) {}

    @Override
    public void tick(long now) {
        room.until(now);
        room.desk().tick();
    }

    @Override
    public long reportTime() {
        return plan.goal().reportEvery().toSeconds();
    }

    @Override
    public OptionalDouble estimate(long now) {
        var toGo = live().flatMap(known ->
                JobForecast.of(known.job(), DefaultJobSide.at(now)).toGo());
        return toGo.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(toGo.get().toMillis() / 1e3);
    }

    @Override
    public boolean isOver() {
        return room.isOver(run);
    }

    @Override
    public boolean isUrgent() {
        return true;
    }
}
