package io.tidewheel.server.endpoints.tascaas;

/** A call that cannot be understood; the reply says why. */
public final class BadCall extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient TascaasReply reply;

    BadCall(TascaasReply reply) {
        super(reply.body(), null, false, false);
        this.reply = reply;
    }

    static BadCall missing(String what) {
        return new BadCall(TascaasReply.text(400, what));
    }

    public TascaasReply reply() {
        return reply;
    }
}
