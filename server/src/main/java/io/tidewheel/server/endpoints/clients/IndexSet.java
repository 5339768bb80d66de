package io.tidewheel.server.endpoints.clients;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A set of indexes of one run. It takes memory for what is in it, not for how large an index is: a page of indexes that are all in it, or of
 * which none is, takes a word.
 */
final class IndexSet {
    private static final int PAGE = 1 << 10;

    /** Null stands for a page of which none, or every one, is in it. */
    private final List<@Nullable BitSet> pages = new ArrayList<>();

    private final BitSet fullPages = new BitSet();
    private long size;

    /** How many there are. */
    long size() {
        return size;
    }

    /** False if it was there. */
    boolean add(int index) {
        long before = size;
        add(index, index + 1);
        return size > before;
    }

    /** Adds all from {@code first} up to, but not, {@code end}. */
    void add(int first, int end) {
        for (int at = first; at < end; ) {
            int page = at / PAGE;
            int stop = (int) Math.min(end, (page + 1L) * PAGE);
            add(page, at % PAGE, stop - page * PAGE);
            at = stop;
        }
    }

    private void add(int page, int from, int to) {
        if (fullPages.get(page)) return;
        while (pages.size() <= page) pages.add(null);
        var known = pages.get(page);
        var bits = known == null ? new BitSet(PAGE) : known;
        int before = bits.cardinality();
        bits.set(from, to);
        int after = bits.cardinality();
        size += after - before;
        pages.set(page, after == PAGE ? null : bits);
        if (after == PAGE) fullPages.set(page);
    }

    /** The smallest index that is not in it. */
    int firstMissing() {
        int page = fullPages.nextClearBit(0);
        var bits = page < pages.size() ? pages.get(page) : null;
        return page * PAGE + (bits == null ? 0 : bits.nextClearBit(0));
    }
}
