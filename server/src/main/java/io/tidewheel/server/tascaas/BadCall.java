package io.tidewheel.server.tascaas;

/** A call that cannot be understood; the reply says why. */
public final class BadCall extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Reply reply;

    BadCall(Reply reply) {
        super(reply.body(), null, false, false);
        this.reply = reply;
    }

    static BadCall missing(String what) {
        return new BadCall(Reply.text(400, what));
    }

    public Reply reply() {
        return reply;
    }
}
