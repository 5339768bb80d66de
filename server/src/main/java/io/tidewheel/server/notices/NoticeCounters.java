package io.tidewheel.server.notices;

import java.util.concurrent.atomic.LongAdder;

/** What came of notices since the server began. */
public final class NoticeCounters {
    public final LongAdder delivered = new LongAdder();
    /** Attempts that failed, whatever came of the notice later. */
    public final LongAdder failed = new LongAdder();

    public final LongAdder givenUp = new LongAdder();
    /** Left out because too many waited. */
    public final LongAdder dropped = new LongAdder();
}
