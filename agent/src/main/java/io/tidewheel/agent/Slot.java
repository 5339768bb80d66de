package io.tidewheel.agent;

import io.tidewheel.agent.HeldChain.Running;
import io.tidewheel.agent.files.FileTransfers;
import io.tidewheel.agent.process.AgentSession;
import io.tidewheel.agent.runtime.AttemptTimeLimits;
import io.tidewheel.agent.runtime.CommandEnd;
import io.tidewheel.agent.runtime.CommandRuntime;
import io.tidewheel.agent.runtime.GivenParts;
import io.tidewheel.agent.runtime.ScratchFolder;
import io.tidewheel.agent.runtime.StopSwitch;
import io.tidewheel.agent.runtime.TaskFacts;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.wire.Ending;
import java.net.URI;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Does one chain after the other on a thread of its own, and reports each. */
final class Slot implements Runnable {
    private static final long LEAST_BUDGET = 256 << 10;
    private static final String TOO_LATE = "its deadline passed before it was started";

    private final Tools tools;
    private final SlotBudget budget;
    private final ScratchFolder scratch;
    // Made once: between two processes the machine's caches are cold, and every needless step of this code costs
    // dearly.
    private final AgentSession mark;
    private final LongSupplier nanos;
    private final Consumer<TaskOutput> stream;

    /**
     * What all slots of an agent share.
     *
     * @param tasks counts chains, for the marks of their processes
     * @param onStart called when a chain that takes time has been started
     */
    record Tools(
            AgentSettings settings,
            Time time,
            WallClockStamps stamps,
            ReportWriter reports,
            HeldChains holdings,
            AgentOutbox outbox,
            AgentHome home,
            Files files,
            RunningPartitions parts,
            GpuPool gpus,
            AtomicLong tasks,
            Runnable onStart) {}

    /** How files come and go: the way, and the server that addresses without a host stand for. */
    record Files(FileTransfers transfers, Supplier<URI> server) {
        /** An address with its host. */
        URI address(String url) {
            var address = URI.create(url);
            return address.isAbsolute() ? address : server.get().resolve(address);
        }
    }

    Slot(String name, Tools tools) {
        this.tools = tools;
        this.mark = tools.home.mark();
        this.nanos = tools.time::nanos;
        this.stream = tools.outbox::stream;
        this.scratch = tools.home.scratch().folder(name, nanos);
        var settings = tools.settings;
        this.budget = new SlotBudget(Math.max(LEAST_BUDGET, settings.outputMemoryBytes() / settings.slots()));
    }

    @Override
    public void run() {
        var runtimes = tools.home.runtimes().open();
        try {
            work(runtimes);
        } finally {
            for (var runtime : runtimes.values()) runtime.close();
        }
    }

    private void work(Map<String, CommandRuntime> runtimes) {
        var chains = tools.holdings.next(List.of(), 0);
        while (!chains.isEmpty()) {
            long began = tools.time.nanos();
            var ends = new ArrayList<FinishedChain>(chains.size());
            for (var chain : chains) {
                var end = chain.instant ? finishAtOnce(chain) : run(chain, runtimes);
                if (end != null) ends.add(end);
            }
            long took = tools.time.nanos() - began;
            if (!ends.isEmpty()) tell(ends, took);
            chains = tools.holdings.next(chains, took);
        }
    }

    private void tell(List<FinishedChain> ends, long took) {
        if (tools.holdings.hasWaiting() && !isAnyRetried(ends)) tools.outbox.addPatiently(ends, took);
        else tools.outbox.add(ends);
    }

    private static boolean isAnyRetried(List<FinishedChain> ends) {
        for (var end : ends) {
            if (end.chain().isRetried()) return true;
        }
        return false;
    }

    private FinishedChain finishAtOnce(HeldChain chain) {
        long now = tools.time.nanos();
        return new FinishedChain(chain, tools.reports.of(chain, now, obstacle(chain, now)), null);
    }

    private static @Nullable CommandEnd obstacle(HeldChain chain, long now) {
        if (chain.defect != null) return CommandEnd.notStarted(126, chain.defect);
        if (now - chain.receivedNanos >= chain.deadline) return CommandEnd.of(Ending.DEADLINE, TOO_LATE);
        return null;
    }

    /** Null if nobody wants to hear of its end. */
    private @Nullable FinishedChain run(HeldChain chain, Map<String, CommandRuntime> runtimes) {
        long started = tools.time.nanos();
        var obstacle = obstacle(chain, started);
        if (obstacle != null) return new FinishedChain(chain, tools.reports.of(chain, started, obstacle), null);
        var moment = tools.stamps.at(started);
        var limits = limits(chain, started);
        var stop = new StopSwitch();
        var output =
                new TaskOutput(chain.id, keep(chain), chain.work.getPassOutput(), budget, stop, limits, nanos, stream);
        tools.holdings.begin(chain, new Running(started, stop, output));
        // It may be what ended the agent that had it before: whoever was done with by then must not be blamed for it
        // again.
        if (chain.isRetried()) tools.outbox.start(List.of(chain));
        tools.onStart.run();
        // A slot whose last results the server has not taken yet does not make more of them.
        budget.take(0, stop, limits.left(started));
        var gpus = tools.gpus.take(chain.needs.gpus(), stop, limits);
        if (gpus.isEmpty())
            return finish(chain, moment, ChainRunner.End.before(withoutGpus(chain, stop, limits)), output);
        var place = new ChainRunner.Place(
                chain,
                runtimes,
                facts(chain, limits, moment, gpus.get()),
                limits,
                stop,
                output,
                scratch,
                tools.files,
                tools.parts,
                new ChainProgress(chain.work, percent -> tools.outbox.estimate(chain.id, percent)),
                nanos,
                moment.micros());
        return finish(chain, moment, run(place, gpus.get()), output);
    }

    /**
     * Runs the chain and then frees its GPUs: they must be free before the server hears of the chain's end and sends another that needs
     * them.
     */
    private ChainRunner.End run(ChainRunner.Place place, List<String> gpus) {
        try {
            return new ChainRunner(place).run();
        } finally {
            tools.gpus.release(gpus);
        }
    }

    private CommandEnd withoutGpus(HeldChain chain, StopSwitch stop, AttemptTimeLimits limits) {
        if (stop.isFlipped()) return CommandEnd.of(Ending.CANCELLED, "stopped on request before it was started");
        if (limits.left(tools.time.nanos()) == 0) return limits.over();
        return CommandEnd.notStarted(
                126,
                "it needs %d GPUs, and the agent has %d"
                        .formatted(chain.needs.gpus(), tools.settings.has().gpus()));
    }

    private @Nullable FinishedChain finish(
            HeldChain chain, WallClockStamps.Moment started, ChainRunner.End end, TaskOutput output) {
        if (tools.holdings.isForgotten(chain)) {
            output.discard();
            return null;
        }
        output.end();
        var report = tools.reports.of(chain, started, tools.time.nanos(), end, output);
        budget.takeAnyway(report.getSerializedSize());
        return new FinishedChain(chain, report, output);
    }

    private AttemptTimeLimits limits(HeldChain chain, long started) {
        long deadline = chain.deadline == AttemptTimeLimits.NEVER
                ? AttemptTimeLimits.NEVER
                : chain.deadline - (started - chain.receivedNanos);
        return new AttemptTimeLimits(started, chain.maxRuntime, chain.maxInactivity, deadline, tools.settings.grace());
    }

    private long keep(HeldChain chain) {
        long wanted = chain.work.getKeepOutputBytes();
        return wanted > 0 ? wanted : tools.settings.keepOutputBytes();
    }

    private TaskFacts facts(
            HeldChain chain, AttemptTimeLimits limits, WallClockStamps.Moment started, List<String> gpus) {
        Optional<Instant> deadline = limits.end() == AttemptTimeLimits.NEVER
                ? Optional.empty()
                : Optional.of(Instant.EPOCH.plus(started.micros() + limits.end() / 1_000, ChronoUnit.MICROS));
        return new TaskFacts(
                chain.id.run(),
                chain.id.index(),
                chain.id.attempt(),
                chain.id.toString(),
                chain.parameter,
                tools.settings.name(),
                GivenParts.of(chain.needs, tools.settings.cpusPerSlot(), gpus),
                deadline,
                mark.markOfTask(tools.tasks.incrementAndGet()),
                chain.work.hasPart() ? Optional.of(RunningPartition.facts(chain.work.getPart())) : Optional.empty());
    }
}
