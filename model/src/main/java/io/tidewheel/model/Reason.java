package io.tidewheel.model;

/** Why a chain or an attempt ended as it did, apart from the state it ended in. The order is part of the stores' format. */
public enum Reason {
    NONE("it ended well"),
    EXIT_CODE("the command ended with a code other than 0"),
    SIGNAL("the command was ended by a signal"),
    NOT_STARTED("the command could not be started"),
    TIMEOUT("it ran longer than maxRuntime"),
    INACTIVITY("it printed nothing for longer than maxInactivity"),
    DEADLINE("its deadline passed"),
    OUT_OF_MEMORY("it used more memory than there was"),
    AGENT_LOST("the agent that ran it was lost, through no fault of the task"),
    POISON("the processes of several agents ended while it was at work, and it is not tried again"),
    CANCELLED("a user cancelled it"),
    BUDGET("the budget is used up"),
    ERROR("the code of the task threw an error"),
    RETURNED("the agent gave it back unstarted"),
    UNPLACEABLE("no agent offers what it requires"),
    TOO_MANY_FAILS("more chains of the run failed than it allows"),
    PARTIAL("some of its actions failed, all others succeeded"),
    LEFT_OVER("actions were left over, because what they need never came"),
    UNREADABLE("what the run is made of cannot be read by this version"),
    WITHDRAWN("its job withdrew it: others do its iterations"),
    AGENT_DIED("the agent's process ended while it was at work");

    private static final Reason[] ALL = values();

    private final String sentence;

    Reason(String sentence) {
        this.sentence = sentence;
    }

    public static Reason of(int ordinal) {
        return ALL[ordinal];
    }

    /** One sentence for users. */
    public String sentence() {
        return sentence;
    }
}
