package io.tidewheel.server.endpoints.tascaas;

/** What goes back: the clients look at the status and the body, and at nothing else. */
public record TascaasReply(int status, String body, boolean isJson) {
    public static final TascaasReply UNAUTHORIZED = text(401, "Unauthorized");
    public static final TascaasReply UNKNOWN_SITE = text(401, "Unknown worker ID");
    public static final TascaasReply UNKNOWN_JOB = text(400, "Dynamo table/item doesn't exist");
    public static final TascaasReply NOT_YOURS = text(401, "Another worker does this partition");
    public static final TascaasReply WORKER_OUT_OF_RANGE = text(400, "Worker out of range");
    public static final TascaasReply DISCONNECTED = text(200, "Done");

    static TascaasReply text(int status, String body) {
        return new TascaasReply(status, body, false);
    }

    static TascaasReply json(String body) {
        return new TascaasReply(200, body, true);
    }

    /** Where to put a result: the bare address. */
    public static TascaasReply address(String url) {
        return text(200, url);
    }
}
