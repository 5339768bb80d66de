package io.tidewheel.model;

/** What the bearer of a token may do. The order is part of the stores' format. */
public enum Role {
    /** Everything, for all owners. */
    ADMIN,
    /** Submit, see and change the runs of one owner. */
    USER,
    /** Connect as an agent and report on its own leases. */
    AGENT,
    /** Pull partitions for a foreign site. */
    SITE,
    /** See the runs of one owner. */
    READ_ONLY;

    private static final Role[] ALL = values();

    public static Role of(int ordinal) {
        return ALL[ordinal];
    }
}
