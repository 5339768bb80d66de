package io.tidewheel.scheduling;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** Why an agent was lost, as far as that can be told, and so whether a chain that was at work there may have been the cause. */
public enum LossCause {
    /** The server that heard the agent is gone: nobody knows how the agent fared. */
    SERVER(1, "its server was lost, too", false),
    /** The agent's machine is one that may be taken away at any time, or is being taken away. */
    MACHINE(2, "its machine was taken away, or may be at any time", false),
    /** Nothing was heard from it: the network, the machine, or too much work on it. Its processes may live. */
    SILENCE(3, "it fell silent", false),
    /** Several agents went at the same time, and the chain was at one of them alone. */
    TOGETHER(4, "several agents went at the same time", false),
    /** The agent had not said that it began with the chain, as it would have done at once: it was lost by something else, or before it could say so. */
    UNBEGUN(7, "it was not known to have begun", false),
    /** The agent's process ended, while all others went on: something on the machine has ended it, and that may be what it ran. */
    DIED(5, "its process ended, and those of other agents did not", true),
    /**
     * No other cause counts, but the agents of this chain vanished so often that it can no longer be chance, and no chain may be tried
     * for ever.
     */
    TOO_OFTEN(6, "the agents that ran this vanished again and again", true);

    /** How many agents must go at the same time, this one included, to have a reason that lies in none of them. */
    public static final int MANY = 3;

    /** What happens within so long happens at the same time. */
    public static final Duration SAME_TIME = Duration.ofSeconds(2);

    /** How many losses are nothing out of the ordinary, whatever their causes. */
    public static final int FEW = 3;

    /** A chain whose agents vanished so often, and did not come back, is held to be the cause, whatever each single loss looked like. */
    public static final int TOO_MANY = 10;

    /**
     * What is known about the loss of an agent.
     *
     * @param heard whether this server has heard the agent; if not, another one did, or an earlier life of this one
     * @param begun whether the agent may have begun with the chain
     * @param endedItself whether its connection was closed from its end, as when its process ends. If not, nothing was heard any more, or the
     *     server itself closed the connection
     * @param machineGoes whether its machine is being taken away, as was announced
     * @param expendable whether its machine may be taken away at any time
     * @param others how many other agents went at the same time, without having the chain
     * @param before how often agents were lost with the chain for causes that do not count, and have not come back since; machines that go apart
     * @param chance how likely it is that so many machines were taken away under this one chain; 1 if they are not yet too many
     */
    public record Evidence(
            boolean heard,
            boolean begun,
            boolean endedItself,
            boolean machineGoes,
            boolean expendable,
            int others,
            int before,
            double chance) {}

    private final int code;
    private final String sentence;
    private final boolean counts;

    LossCause(int code, String sentence, boolean counts) {
        this.code = code;
        this.sentence = sentence;
        this.counts = counts;
    }

    /** The first cause that fits, from the surest to the most doubtful. */
    public static LossCause of(Evidence seen) {
        if (!seen.heard) return SERVER;
        if (seen.machineGoes) return MACHINE;
        if (seen.expendable) return seen.chance < LossChance.IMPROBABLE ? TOO_OFTEN : MACHINE;
        if (seen.before + 1 >= TOO_MANY) return TOO_OFTEN;
        if (!seen.endedItself) return SILENCE;
        if (!seen.begun) return UNBEGUN;
        return seen.others + 1 >= MANY ? TOGETHER : DIED;
    }

    /** The cause in the record of an attempt, in the place of an exit code, which no lost attempt has. 0 stands for none. */
    public int code() {
        return code;
    }

    /** The cause with this code; empty for records of versions that did not tell causes apart. */
    public static Optional<LossCause> of(int code) {
        return Arrays.stream(values()).filter(cause -> cause.code == code).findFirst();
    }

    /** True if the loss does not count, but might be the chain's fault all the same: many of them are no chance. */
    public boolean isDoubtful() {
        return this == SERVER || this == SILENCE || this == TOGETHER || this == UNBEGUN;
    }

    /** True if the agent has ended, or its machine has, as it does by chance now and then, or because of the chain. */
    public boolean isEnd() {
        return this == MACHINE || this == TOGETHER || this == DIED || this == TOO_OFTEN;
    }

    /** What happened to the agent, for people. */
    public String sentence() {
        return sentence;
    }

    /** True if the loss counts against the chain. */
    public boolean counts() {
        return counts;
    }
}
