package io.tidewheel.protocol;

/** The other side answered the request for a link, and the answer was no. */
public class LinkRefused extends LinkException {
    private static final long serialVersionUID = 1;

    private final String code;
    private final boolean isTransient;

    /**
     * @param code one word, for programs
     * @param isTransient whether the same request may be answered differently later
     */
    public LinkRefused(String code, String message, boolean isTransient) {
        super(message);
        this.code = code;
        this.isTransient = isTransient;
    }

    public String code() {
        return code;
    }

    public boolean isTransient() {
        return isTransient;
    }
}
