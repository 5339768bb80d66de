package io.tidewheel.controllers.workflows;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.ChainTimeLimits;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.LaneSpec;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.protocol.RuleCodec;
import io.tidewheel.protocol.wire.ChainRules;
import io.tidewheel.protocol.wire.WorkflowDocument;
import io.tidewheel.workflow.chains.PlannedChain;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What whoever submits a workflow asks of all of its chains, beside what the workflow and its services say.
 *
 * @param requires beside what the services require
 * @param needs of chains whose services state none
 * @param retry instead of what the workflow says of its chains
 * @param keepOutputBytes of each output stream; 0 leaves it to the agent
 */
public record RunRules(
        Capabilities requires,
        Amounts needs,
        Optional<RetryPolicy> retry,
        ChainTimeLimits limits,
        Delivery delivery,
        long keepOutputBytes) {
    public static final RunRules NONE = new RunRules(
            Capabilities.NONE, Amounts.NONE, Optional.empty(), ChainTimeLimits.NONE, Delivery.EXACTLY_ONCE, 0);

    static RunRules of(WorkflowDocument document) {
        var rules = document.getRules();
        return new RunRules(
                Capabilities.of(rules.getRequiresList()),
                rules.hasNeeds() ? RuleCodec.amounts(rules.getNeeds()) : Amounts.NONE,
                rules.hasRetry() ? Optional.of(RuleCodec.policy(rules.getRetry())) : Optional.empty(),
                new ChainTimeLimits(
                        Duration.ofMillis(rules.getMaxRuntimeMillis()),
                        Duration.ofMillis(rules.getMaxInactivityMillis()),
                        Duration.ofMillis(rules.getDeadlineMillis())),
                RuleCodec.delivery(rules.getDelivery()),
                document.getKeepOutputBytes());
    }

    ChainRules wire() {
        var rules = ChainRules.newBuilder()
                .addAllRequires(requires.names())
                .setMaxRuntimeMillis(limits.maxRuntime().toMillis())
                .setMaxInactivityMillis(limits.maxInactivity().toMillis())
                .setDeadlineMillis(limits.deadline().toMillis())
                .setDelivery(RuleCodec.delivery(delivery));
        if (!needs.isNone()) rules.setNeeds(RuleCodec.amounts(needs));
        retry.ifPresent(policy -> rules.setRetry(RuleCodec.rule(policy)));
        return rules.build();
    }

    LaneSpec lane(PlannedChain chain, String kind) {
        var need = joinedTo(new RequiredResources(chain.requires(), chain.amounts()));
        return new LaneSpec(
                need.requires(),
                need.amounts(),
                0,
                retry.orElse(chain.retries()),
                limits,
                delivery,
                Payload.NONE,
                kind);
    }

    /** What is asked of whoever runs a chain, if its services ask this. */
    private RequiredResources joinedTo(RequiredResources of) {
        return new RequiredResources(
                requires.names().isEmpty()
                        ? of.requires()
                        : Capabilities.of(joinedTo(of.requires().names())),
                of.amounts().isNone() ? needs : of.amounts());
    }

    Collection<String> joinedTo(Collection<String> names) {
        var all = new TreeSet<>(names);
        all.addAll(requires.names());
        return List.copyOf(all);
    }

    /** Whether what services need is offered together with what is asked of all chains. */
    Predicate<RequiredResources> joinedTo(Predicate<RequiredResources> offered) {
        return need -> offered.test(joinedTo(need));
    }
}
