package io.tidewheel.server.endpoints.rest;

import io.tidewheel.balancing.JobGoal;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.Durations;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunSpec;
import io.tidewheel.protocol.RuleCodec;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.JobDocument;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.server.http.json.EnumWords;
import io.tidewheel.server.http.json.JsonFields;
import io.tidewheel.server.http.json.JsonReader;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.http.json.QuotedText;
import io.tidewheel.server.jobs.CompiledJob;
import io.tidewheel.server.sites.JobFileInbox;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** An iterative job as it is asked for. */
final class JobRequest {
    static final int MOST_PARTITIONS = 100_000;

    private static final int USUAL_MOST_PARTITIONS = 10;
    private static final long USUAL_MAX_FAILS = 3;
    private static final Duration SHORTEST_REPORT_TIME = Duration.ofMillis(100);

    static final JsonFields<JobRequest> SHAPE = RunFields.addTo(new JsonFields<JobRequest>(), job -> job.fields)
            .with("iterations", (job, in) -> job.iterations = Optional.of(iterations(in)))
            .with("target", (job, in) -> job.target = target(in))
            .with("partitions", (job, in) -> job.partitions = Optional.of(in.integer(1, MOST_PARTITIONS)))
            .with("maxPartitions", (job, in) -> job.mostPartitions = Optional.of(in.integer(1, MOST_PARTITIONS)))
            .with("reportEvery", (job, in) -> job.reportEvery = Optional.of(in.duration()))
            .with("command", (job, in) -> job.command = Optional.of(CommandJson.read(in)))
            .with("merge", (job, in) -> job.merge = Optional.of(CommandJson.read(in)))
            .with("sites", (job, in) -> job.sites = in.flag())
            .with("siteInput", (job, in) -> {
                var input = new SiteRoutes.Input();
                in.object(SiteRoutes.INPUT, input);
                job.siteInput = Optional.of(input);
            });

    private final RunFields fields;
    private Optional<Long> iterations = Optional.empty();
    private Optional<Duration> target = Optional.empty();
    private Optional<Integer> partitions = Optional.empty();
    private Optional<Integer> mostPartitions = Optional.empty();
    private Optional<Duration> reportEvery = Optional.empty();
    private Optional<Command> command = Optional.empty();
    private Optional<Command> merge = Optional.empty();
    private boolean sites;
    private Optional<SiteRoutes.Input> siteInput = Optional.empty();

    private JobRequest(Instant now) {
        this.fields = new RunFields(now);
    }

    static JobRequest read(InputStream body, Instant now) {
        var request = JsonReader.object(JsonWriter.LARGE_TEXTS, body, SHAPE, new JobRequest(now));
        if (request.iterations.isEmpty())
            throw JsonReader.invalid(
                    "", "iterations is missing: say how many there are, as in \"iterations\": 1000000");
        if (request.command.isEmpty())
            throw JsonReader.invalid("", "command is missing: give the program that does a share of the iterations");
        request.fields.check();
        request.checkDelivery();
        request.checkSites();
        return request;
    }

    /** The iterations of a partition that was lost are given to others, and those of one that runs twice would count twice. */
    private void checkDelivery() {
        var other = fields.delivery().filter(how -> how != Delivery.EXACTLY_ONCE);
        if (other.isPresent())
            throw JsonReader.invalid(
                    "delivery",
                    "is exactly-once for an iterative job, each iteration of which is counted once, not %s: leave it out"
                            .formatted(EnumWords.of(other.get())));
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
            if (whole >= 1 && whole <= JobGoal.MOST_ITERATIONS) return whole;
        } catch (NumberFormatException | ArithmeticException none) {
            throw in.wrong("must be a whole number from 1 to 2^62, as in 1000000 or 1e9, not '%s'"
                    .formatted(QuotedText.shown(text)));
        }
        throw in.wrong("must be 1 to 2^62, not '%s'".formatted(QuotedText.shown(text)));
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

    /** Whether foreign sites may do partitions, too. */
    boolean isOpenToSites() {
        return sites;
    }

    /** What they get as their input; if nothing is said, what a job file of theirs would say. */
    JobFileInbox.Input siteInput() {
        var usual = "{\"iterations\": %d, \"time\": %d, \"initWorkers\": %d}%n"
                .formatted(
                        iterations.orElseThrow(),
                        target.map(Duration::toSeconds).orElse(-1L),
                        partitions.orElse(1));
        return siteInput
                .map(input -> new JobFileInbox.Input(input.name(), Payload.of(input.content())))
                .orElseGet(() -> new JobFileInbox.Input("", Payload.of(usual.getBytes(StandardCharsets.UTF_8))));
    }

    boolean held() {
        return fields.held();
    }

    /** What somebody must have for it to be accepted; foreign sites say nothing of what they have. */
    Optional<RequiredResources> strictNeed() {
        return fields.strict() && !sites
                ? Optional.of(new RequiredResources(fields.requires(), fields.needs()))
                : Optional.empty();
    }

    RunSpec spec(Owner owner, String text) {
        var usual = new RunFields.Usual(usualName(), USUAL_MAX_FAILS);
        return JsonReader.checked("", () -> fields.spec(RunKind.JOB, owner, usual, Optional.empty(), text));
    }

    /** Under which it is known. */
    String name() {
        return fields.name().orElseGet(this::usualName);
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
        var every = reportEvery.orElse(CompiledJob.usualReportTime(target));
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
                .addAllRequires(fields.requires().names())
                .setRetry(RuleCodec.rule(fields.retry().orElse(RetryPolicy.NEVER)))
                .setMaxRuntimeMillis(fields.limits().maxRuntime().toMillis())
                .setMaxInactivityMillis(fields.limits().maxInactivity().toMillis())
                .setChainDeadlineMillis(fields.limits().deadline().toMillis());
        if (!fields.needs().isNone()) document.setNeeds(RuleCodec.amounts(fields.needs()));
        merge.ifPresent(last -> document.setMerge(work(last)));
        return document.build();
    }

    private Work work(Command given) {
        return Work.newBuilder()
                .addCommands(given)
                .setKeepOutputBytes(fields.keepOutput())
                .build();
    }
}
