package io.tidewheel.server.tascaas;

/** What goes back: the clients look at the status and the body, and at nothing else. */
public record Reply(int status, String body, boolean isJson) {
    public static final Reply UNAUTHORIZED = text(401, "Unauthorized");
    public static final Reply UNKNOWN_SITE = text(401, "Unknown worker ID");
    public static final Reply UNKNOWN_JOB = text(400, "Dynamo table/item doesn't exist");
    public static final Reply NOT_YOURS = text(401, "Another worker does this partition");
    public static final Reply WORKER_OUT_OF_RANGE = text(400, "Worker out of range");
    public static final Reply DISCONNECTED = text(200, "Done");

    static Reply text(int status, String body) {
        return new Reply(status, body, false);
    }

    static Reply json(String body) {
        return new Reply(200, body, true);
    }

    /** Where to put a result: the bare address. */
    public static Reply address(String url) {
        return text(200, url);
    }
}
