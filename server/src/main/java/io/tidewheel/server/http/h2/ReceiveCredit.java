package io.tidewheel.server.http.h2;

/** How much the peer may send before we have used what it sent. Safe for many threads. */
final class ReceiveCredit {
    private int whole = FlowCredit.AT_FIRST;
    private int left = whole;
    private int owed;

    /** False if it was not allowed to send so much. */
    synchronized boolean receive(int bytes) {
        if (bytes > left) return false;
        left -= bytes;
        return true;
    }

    /** Notes that so many bytes were used. Answers how much more the peer is to be told it may send; little is gathered. */
    synchronized int used(int bytes) {
        owed += bytes;
        if (owed < whole / 2) return 0;
        int told = owed;
        owed = 0;
        left += told;
        return told;
    }

    /** Lets the peer be so many bytes ahead of us; answers how much to tell it. */
    synchronized int widen(int bytes) {
        int more = Math.max(0, bytes - whole);
        whole += more;
        left += more;
        return more;
    }
}
