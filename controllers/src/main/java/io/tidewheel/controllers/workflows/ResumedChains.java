package io.tidewheel.controllers.workflows;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.controllers.workflows.EarlierChains.ChainAnswer;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.RunId;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Reuse;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.workflow.Service;
import io.tidewheel.workflow.ServiceParameter;
import io.tidewheel.workflow.chains.PlannedChain;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds, for each chain of a run, what earlier runs have that may take its place, or says why there is nothing. */
final class ResumedChains {
    private final EarlierChains earlier;
    private final Map<String, Service> before;
    private final Map<String, Service> now;
    private final Optional<ChainFiles> kept;
    private final String nobody;

    /**
     * @param before the services as they were in the earlier runs
     * @param kept where the earlier runs' files are, if they are not on a shared disk
     * @param nobody what is said of a chain that is not there
     */
    ResumedChains(
            EarlierChains earlier,
            Map<String, Service> before,
            Map<String, Service> now,
            Optional<ChainFiles> kept,
            String nobody) {
        this.earlier = earlier;
        this.before = before;
        this.now = now;
        this.kept = kept;
        this.nobody = nobody;
    }

    /** Empty if it is not known yet: the asker is stirred when it is. */
    Optional<ChainAnswer> find(RunId asker, PlannedChain chain) {
        return earlier.find(asker, String.join("\n", chain.actions()));
    }

    Reuse of(ChainAnswer found, PlannedChain chain, Work fresh, Instant now) {
        return switch (found) {
            case ChainAnswer.Unreadable(var why) -> ChainComparison.miss("the earlier run could not be read: " + why);
            case ChainAnswer.Known(var earlierChain) -> of(earlierChain, chain, fresh, now);
        };
    }

    private Reuse of(Optional<ChainRecord> found, PlannedChain chain, Work fresh, Instant now) {
        if (found.isEmpty()) return ChainComparison.miss(nobody);
        for (var executable : chain.executables()) {
            var change = change(executable.service());
            if (!change.isEmpty()) return ChainComparison.miss(change);
        }
        return compared(found.get(), fresh, now);
    }

    private Reuse compared(ChainRecord chain, Work fresh, Instant now) {
        try {
            var origin = chain.id().run() + "/" + chain.id().index();
            var work = Work.parseFrom(chain.body().bytes());
            return new ChainComparison(
                            origin, work, Outcome.parseFrom(chain.report().bytes()), fresh, kept, now)
                    .reuse();
        } catch (InvalidProtocolBufferException strange) {
            return ChainComparison.miss("what is known of the earlier chain cannot be read any more");
        }
    }

    /** What of a service makes its results others than before; empty if nothing does. */
    private String change(String id) {
        var old = before.get(id);
        var current = now.get(id);
        if (old == null || current == null) return "service '%s' is new".formatted(id);
        if (!old.path().equals(current.path())) return changed(id, "its path");
        if (!old.runtime().equals(current.runtime())) return changed(id, "its runtime");
        if (!parameters(old).equals(parameters(current))) return changed(id, "its parameters");
        if (!arguments(old).equals(arguments(current))) return changed(id, "its runtime arguments");
        return "";
    }

    private static String changed(String id, String what) {
        return "service '%s' changed: %s".formatted(id, what);
    }

    private static List<String> parameters(Service service) {
        return service.parameters().stream().map(ResumedChains::essence).toList();
    }

    /** The text of a parameter without what only people read. */
    private static String essence(ServiceParameter parameter) {
        return String.join(
                "\n",
                parameter.id(),
                parameter.direction().toString(),
                parameter.cardinality().toString(),
                parameter.dataType(),
                parameter.preset().map(Object::toString).orElse(""),
                parameter.fileSuffix(),
                parameter.label());
    }

    private static List<String> arguments(Service service) {
        return service.runtimeArguments().stream()
                .map(argument -> argument.label() + "\n" + argument.value())
                .toList();
    }
}
