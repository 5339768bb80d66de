package io.tidewheel.server.api;

import io.tidewheel.balancing.Goal;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.Durations;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.Limits;
import io.tidewheel.model.Need;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunSpec;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.JobDocument;
import io.tidewheel.protocol.wire.RetryRule;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.server.jobs.JobPlan;
import io.tidewheel.server.tascaas.Inbox;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** An iterative job as it is asked for. */
final class JobRequest {
    static final int MOST_PARTITIONS = 100_000;

    private static final int USUAL_MOST_PARTITIONS = 10;
    private static final long USUAL_MAX_FAILS = 3;
    private static final Duration SHORTEST_REPORT_TIME = Duration.ofMillis(100);

    static final Shape<JobRequest> SHAPE = new Shape<JobRequest>()
            .with("iterations", (job, in) -> job.iterations = Optional.of(iterations(in)))
            .with("target", (job, in) -> job.target = target(in))
            .with("partitions", (job, in) -> job.partitions = Optional.of(in.integer(1, MOST_PARTITIONS)))
            .with("maxPartitions", (job, in) -> job.mostPartitions = Optional.of(in.integer(1, MOST_PARTITIONS)))
            .with("reportEvery", (job, in) -> job.reportEvery = Optional.of(in.duration()))
            .with("command", (job, in) -> job.command = Optional.of(Commands.read(in)))
            .with("merge", (job, in) -> job.merge = Optional.of(Commands.read(in)))
            .with("name", (job, in) -> job.name = in.text(RunSpec.MAX_NAME))
            .with("labels", (job, in) -> job.labels = in.pairs(RunSpec.MAX_LABELS, 200))
            .with("priority", (job, in) -> job.priority = RunRequest.priority(in))
            .with("requires", (job, in) -> job.requires = requires(in))
            .with("needs", (job, in) -> job.needs = needs(in))
            .with("retries", (job, in) -> job.retries = in.integer(0, 1_000_000))
            .with("maxRuntime", (job, in) -> job.maxRuntime = in.duration())
            .with("maxInactivity", (job, in) -> job.maxInactivity = in.duration())
            .with("runDeadline", (job, in) -> job.runDeadline = Optional.of(in.moment(job.now)))
            .with("maxFails", (job, in) -> job.maxFails = in.whole(0, IndexRange.MAX_COUNT))
            .with("keepOutput", (job, in) -> job.keepOutput = in.whole(0, 1L << 40))
            .with("held", (job, in) -> job.held = in.flag())
            .with("strict", (job, in) -> job.strict = in.flag())
            .with("sites", (job, in) -> job.sites = in.flag())
            .with("siteInput", (job, in) -> {
                var input = new SiteRoutes.Input();
                in.object(SiteRoutes.INPUT, input);
                job.siteInput = Optional.of(input);
            });

    private final Instant now;
    private Optional<Long> iterations = Optional.empty();
    private Optional<Duration> target = Optional.empty();
    private Optional<Integer> partitions = Optional.empty();
    private Optional<Integer> mostPartitions = Optional.empty();
    private Optional<Duration> reportEvery = Optional.empty();
    private Optional<Command> command = Optional.empty();
    private Optional<Command> merge = Optional.empty();
    private String name = "";
    private SortedMap<String, String> labels = new TreeMap<>();
    private int priority;
    private Capabilities requires = Capabilities.NONE;
    private Amounts needs = Amounts.NONE;
    private int retries;
    private Duration maxRuntime = Limits.NO_LIMIT;
    private Duration maxInactivity = Limits.NO_LIMIT;
    private Optional<Instant> runDeadline = Optional.empty();
    private long maxFails = USUAL_MAX_FAILS;
    private long keepOutput;
    private boolean held;
    private boolean strict;
    private boolean sites;
    private Optional<SiteRoutes.Input> siteInput = Optional.empty();

    private JobRequest(Instant now) {
        this.now = now;
    }

    static JobRequest read(InputStream body, Instant now) {
        var request = JsonReader.object(Json.LARGE_TEXTS, body, SHAPE, new JobRequest(now));
        if (request.iterations.isEmpty())
            throw JsonReader.invalid(
                    "", "iterations is missing: say how many there are, as in \"iterations\": 1000000");
        if (request.command.isEmpty())
            throw JsonReader.invalid("", "command is missing: give the program that does a share of the iterations");
        request.checkSites();
        return request;
    }

    private void checkSites() {
        if (!sites && siteInput.isPresent())
            throw JsonReader.invalid("siteInput", "is for foreign sites: say \"sites\": true as well, or leave it out");
        if (sites && merge.isPresent())
            throw JsonReader.invalid(
                    "merge", "sees only what agents have done: leave it out, or do without foreign sites");
        if (sites && reportEvery.isPresent())
            throw JsonReader.invalid(
                    "reportEvery", "is a twentieth of the target, at least 20 s, for a job with foreign sites");
    }

    /** A whole number, also as 1e9 or as a text. */
    private static long iterations(JsonReader in) {
        var text = in.isNumber() ? in.number() : in.text(100);
        try {
            var number = new BigDecimal(text.strip());
            // Compared before it is expanded: 1e999999999 is short to write and long to compute.
            if (number.precision() - number.scale() > 19 || number.scale() > 100) throw new ArithmeticException();
            long whole = number.longValueExact();
            if (whole >= 1 && whole <= Goal.MOST_ITERATIONS) return whole;
        } catch (NumberFormatException | ArithmeticException none) {
            throw in.wrong("must be a whole number from 1 to 2^62, as in 1000000 or 1e9, not '%s'"
                    .formatted(Text.shown(text)));
        }
        throw in.wrong("must be 1 to 2^62, not '%s'".formatted(Text.shown(text)));
    }

    /** A negative one, or zero, means: split once, without balancing. */
    private static Optional<Duration> target(JsonReader in) {
        if (in.isNumber()) {
            if (in.number().startsWith("-")) return Optional.empty();
        } else {
            var text = in.text(100).strip();
            if (text.startsWith("-")) return Optional.empty();
            var read = in.checked(() -> Durations.parse(text));
            return read.isZero() ? Optional.empty() : Optional.of(read);
        }
        var target = in.duration();
        return target.isZero() ? Optional.empty() : Optional.of(target);
    }

    private static Capabilities requires(JsonReader in) {
        var names = in.texts(Capabilities.MAX_NAMES, Capabilities.MAX_LENGTH);
        return in.checked(() -> Capabilities.of(names));
    }

    private static Amounts needs(JsonReader in) {
        var text = in.text(200);
        return in.checked(() -> Amounts.parse(text, Amounts.NONE));
    }

    /** Whether foreign sites may do partitions, too. */
    boolean isOpenToSites() {
        return sites;
    }

    /** What they get as their input; if nothing is said, what a job file of theirs would say. */
    Inbox.Input siteInput() {
        var usual = "{\"iterations\": %d, \"time\": %d, \"initWorkers\": %d}%n"
                .formatted(
                        iterations.orElseThrow(),
                        target.map(Duration::toSeconds).orElse(-1L),
                        partitions.orElse(1));
        return siteInput
                .map(input -> new Inbox.Input(input.name(), Payload.of(input.content())))
                .orElseGet(() -> new Inbox.Input("", Payload.of(usual.getBytes(StandardCharsets.UTF_8))));
    }

    boolean held() {
        return held;
    }

    /** What somebody must have for it to be accepted; foreign sites say nothing of what they have. */
    Optional<Need> strictNeed() {
        return strict && !sites ? Optional.of(new Need(requires, needs)) : Optional.empty();
    }

    RunSpec spec(Owner owner, String text) {
        return JsonReader.checked(
                "",
                () -> new RunSpec(
                        RunKind.JOB,
                        owner,
                        name(),
                        labels,
                        priority,
                        runDeadline,
                        Optional.empty(),
                        maxFails,
                        Optional.empty(),
                        text));
    }

    /** Under which it is known. */
    String name() {
        return name.isEmpty() ? usualName() : name;
    }

    private String usualName() {
        return command.filter(given -> given.getArgumentsCount() > 0)
                .map(given -> given.getArguments(0))
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .filter(text -> !text.isBlank()
                        && text.length() <= RunSpec.MAX_NAME
                        && text.chars().noneMatch(Character::isISOControl))
                .orElse("job");
    }

    JobDocument document() {
        int first = partitions.orElse(1);
        int most = target.isEmpty() ? first : mostPartitions.orElse(Math.max(first, USUAL_MOST_PARTITIONS));
        if (mostPartitions.isPresent() && mostPartitions.get() < first) {
            throw JsonReader.invalid(
                    "maxPartitions", "is %d, but the job begins with %d".formatted(mostPartitions.get(), first));
        }
        long all = iterations.orElseThrow();
        if (first > all) {
            throw JsonReader.invalid("partitions", "%d partitions are more than %d iterations".formatted(first, all));
        }
        var every = reportEvery.orElse(JobPlan.usualReportTime(target));
        if (every.compareTo(SHORTEST_REPORT_TIME) < 0) {
            throw JsonReader.invalid("reportEvery", "is at least 0.1 seconds");
        }
        var document = JobDocument.newBuilder()
                .setIterations(all)
                .setTargetMillis(
                        target.map(time -> Math.max(1, time.toMillis())).orElse(0L))
                .setPartitions(first)
                .setMostPartitions(most)
                .setReportMillis(every.toMillis())
                .setWork(work(command.orElseThrow()))
                .addAllRequires(requires.names())
                .setRetry(RetryRule.newBuilder().setMaxAttempts(retries + 1))
                .setMaxRuntimeMillis(maxRuntime.toMillis())
                .setMaxInactivityMillis(maxInactivity.toMillis());
        if (!needs.isNone()) {
            document.setNeeds(io.tidewheel.protocol.wire.Amounts.newBuilder()
                    .setMilliCpus(needs.milliCpus())
                    .setMemoryBytes(needs.memoryBytes())
                    .setGpus(needs.gpus()));
        }
        merge.ifPresent(last -> document.setMerge(work(last)));
        return document.build();
    }

    private Work work(Command given) {
        return Work.newBuilder()
                .addCommands(given)
                .setKeepOutputBytes(keepOutput)
                .build();
    }
}
