package io.tidewheel.server.endpoints.rest;

import io.tidewheel.controllers.jobs.CompiledJob;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.JobSize;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunSpec;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.protocol.SubmissionCodec;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.JobDocument;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.server.http.json.EnumWords;
import io.tidewheel.server.http.json.JsonFields;
import io.tidewheel.server.http.json.JsonReader;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.sites.JobFileInbox;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An iterative job as it is asked for. */
final class JobRequest {
    static final JsonFields<JobRequest> SHAPE = SubmissionJson.<JobRequest>shape(RunKind.JOB, job -> job.fields)
            .with("command", (job, in) -> job.command = Optional.of(CommandJson.read(in)))
            .with("merge", (job, in) -> job.merge = Optional.of(CommandJson.read(in)))
            .with("siteInput", (job, in) -> {
                var input = new SiteRoutes.Input();
                in.object(SiteRoutes.INPUT, input);
                job.siteInput = Optional.of(input);
            });

    private final SubmissionJson fields;
    private Submission asked = Submission.NOTHING;
    private Optional<Command> command = Optional.empty();
    private Optional<Command> merge = Optional.empty();
    private Optional<SiteRoutes.Input> siteInput = Optional.empty();

    private JobRequest(Instant now) {
        this.fields = new SubmissionJson(now);
    }

    static JobRequest read(InputStream body, Instant now) {
        var request = JsonReader.object(JsonWriter.LARGE_TEXTS, body, SHAPE, new JobRequest(now));
        request.asked = request.fields.asked();
        if (!request.asked.says(SubmissionField.ITERATIONS))
            throw JsonReader.invalid(
                    "", "iterations is missing: say how many there are, as in \"iterations\": 1000000");
        if (request.command.isEmpty())
            throw JsonReader.invalid("", "command is missing: give the program that does a share of the iterations");
        request.checkDelivery();
        request.checkSites();
        return request;
    }

    /** The iterations of a partition that was lost are given to others, and those of one that runs twice would count twice. */
    private void checkDelivery() {
        var other = asked.get(SubmissionField.DELIVERY).filter(how -> how != Delivery.EXACTLY_ONCE);
        if (other.isPresent())
            throw JsonReader.invalid(
                    "delivery",
                    "is exactly-once for an iterative job, each iteration of which is counted once, not %s: leave it out"
                            .formatted(EnumWords.of(other.get())));
    }

    private void checkSites() {
        if (!isOpenToSites() && siteInput.isPresent())
            throw JsonReader.invalid("siteInput", "is for foreign sites: say \"sites\": true as well, or leave it out");
        if (isOpenToSites() && merge.isPresent())
            throw JsonReader.invalid(
                    "merge", "sees only what agents have done: leave it out, or do without foreign sites");
        if (isOpenToSites() && asked.says(SubmissionField.REPORT_EVERY))
            throw JsonReader.invalid(
                    "reportEvery", "is a twentieth of the target, at least 20 s, for a job with foreign sites");
    }

    /** Whether foreign sites may do partitions, too. */
    boolean isOpenToSites() {
        return asked.effective(SubmissionField.SITES);
    }

    /** What they get as their input; if nothing is said, what a job file of theirs would say. */
    JobFileInbox.Input siteInput() {
        var usual = "{\"iterations\": %d, \"time\": %d, \"initWorkers\": %d}%n"
                .formatted(
                        asked.effective(SubmissionField.ITERATIONS),
                        target().map(Duration::toSeconds).orElse(-1L),
                        asked.effective(SubmissionField.PARTITIONS));
        return siteInput
                .map(input -> new JobFileInbox.Input(input.name(), Payload.of(input.content())))
                .orElseGet(() -> new JobFileInbox.Input("", Payload.of(usual.getBytes(StandardCharsets.UTF_8))));
    }

    /** A target of no time means: split once, without balancing. */
    private Optional<Duration> target() {
        return asked.get(SubmissionField.TARGET).filter(time -> !time.isZero());
    }

    boolean held() {
        return asked.effective(SubmissionField.HELD);
    }

    /** What somebody must have for it to be accepted; foreign sites say nothing of what they have. */
    List<RequiredResources> strict() {
        return asked.effective(SubmissionField.STRICT) && !isOpenToSites() ? List.of(asked.required()) : List.of();
    }

    RunSpec spec(Owner owner, String text) {
        return new RunSpec(RunKind.JOB, owner, asked.over(usual()), text);
    }

    private Submission usual() {
        return Submission.named(CommandJson.usualName(command, "job"))
                .with(SubmissionField.MAX_FAILS, (long) JobSize.USUAL_MAX_FAILS);
    }

    /** Under which it is known. */
    String name() {
        return asked.over(usual()).effective(SubmissionField.NAME);
    }

    JobDocument document() {
        var most = asked.get(SubmissionField.MAX_PARTITIONS);
        var size = JobSize.of(
                asked.effective(SubmissionField.ITERATIONS),
                target(),
                asked.effective(SubmissionField.PARTITIONS),
                most,
                Optional.of(asked.get(SubmissionField.REPORT_EVERY).orElse(CompiledJob.usualReportTime(target()))));
        for (var wrong : size.complaints(most)) throw JsonReader.invalid(wrong.field(), wrong.what());
        var document =
                CompiledJob.document(size).setWork(work(command.orElseThrow())).setRules(SubmissionCodec.rules(asked));
        merge.ifPresent(last -> document.setMerge(work(last)));
        return document.build();
    }

    private Work work(Command given) {
        return Work.newBuilder()
                .addCommands(given)
                .setKeepOutputBytes(asked.effective(SubmissionField.KEEP_OUTPUT))
                .build();
    }
}
