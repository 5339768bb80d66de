package io.tidewheel.engine;

import io.tidewheel.model.AgentRecord;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.LossLimits;
import io.tidewheel.model.MachineRecord;
import io.tidewheel.model.Owner;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.SessionIdentity;
import java.util.Optional;

/**
 * What an agent says of itself when it joins.
 *
 * @param only whose work alone it does: the owner of the machine it runs on, if it has one. It does not say that itself
 * @param costs whether the machine it runs on costs something. It does not say that itself
 * @param identity what shows that it may speak for the session
 * @param undecided what it may come to offer in a moment, or not: it is still finding out
 * @param limits when it is given up; empty: as the server has it
 */
public record AgentDescription(
        SessionId session,
        String name,
        String host,
        Capabilities offers,
        Amounts has,
        int slots,
        int credit,
        boolean draining,
        Optional<Owner> only,
        boolean costs,
        SessionIdentity identity,
        Capabilities undecided,
        Optional<LossLimits> limits) {
    /** An agent that costs nothing. */
    public AgentDescription(
            SessionId session,
            String name,
            String host,
            Capabilities offers,
            Amounts has,
            int slots,
            int credit,
            boolean draining,
            Optional<Owner> only) {
        this(
                session,
                name,
                host,
                offers,
                has,
                slots,
                credit,
                draining,
                only,
                false,
                SessionIdentity.NONE,
                Capabilities.NONE,
                Optional.empty());
    }

    /** An agent that says nothing of amounts. */
    public AgentDescription(
            SessionId session, String name, String host, Capabilities offers, int slots, int credit, boolean draining) {
        this(session, name, host, offers, Amounts.UNLIMITED, slots, credit, draining);
    }

    /** An agent that works for everybody. */
    public AgentDescription(
            SessionId session,
            String name,
            String host,
            Capabilities offers,
            Amounts has,
            int slots,
            int credit,
            boolean draining) {
        this(session, name, host, offers, has, slots, credit, draining, Optional.empty());
    }

    /** An agent as it was written down, of which nothing else is known. */
    static AgentDescription of(AgentRecord agent) {
        return new AgentDescription(
                agent.session(),
                agent.name(),
                agent.host(),
                agent.offers(),
                agent.has(),
                agent.slots(),
                agent.standing().credit(),
                agent.standing().isDraining(),
                agent.only(),
                false,
                SessionIdentity.NONE,
                agent.undecided(),
                Optional.empty());
    }

    /** An agent on a machine that was made for somebody, or costs something. */
    public AgentDescription on(MachineRecord machine) {
        boolean isPriced = !machine.billing().pricePerInterval().isZero();
        return new AgentDescription(
                session,
                name,
                host,
                offers,
                has,
                slots,
                credit,
                draining,
                machine.owner(),
                isPriced,
                identity,
                undecided,
                limits);
    }

    public AgentDescription identifiedBy(SessionIdentity other) {
        return new AgentDescription(
                session, name, host, offers, has, slots, credit, draining, only, costs, other, undecided, limits);
    }

    /** One that is still finding out whether it offers these, too. */
    public AgentDescription undecidedAbout(Capabilities more) {
        return new AgentDescription(
                session, name, host, offers, has, slots, credit, draining, only, costs, identity, more, limits);
    }

    /** One that is given up at other times than the server usually does. */
    public AgentDescription within(Optional<LossLimits> other) {
        return new AgentDescription(
                session, name, host, offers, has, slots, credit, draining, only, costs, identity, undecided, other);
    }

    public AgentDescription {
        if (slots < 1) throw new IllegalArgumentException("an agent has at least one slot, not " + slots);
    }
}
