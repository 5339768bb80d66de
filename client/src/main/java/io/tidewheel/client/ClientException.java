package io.tidewheel.client;

/** What went wrong between a client and its server. */
public sealed class ClientException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private ClientException(String message, Throwable cause) {
        super(message, cause);
    }

    private ClientException(String message) {
        super(message);
    }

    /** No server can be reached, for longer than the client was told to try. */
    public static final class Unreachable extends ClientException {
        private static final long serialVersionUID = 1L;

        public Unreachable(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** The server said no, and asking again will not help. The code is a word for programs, the message is for people. */
    public static final class Refused extends ClientException {
        private static final long serialVersionUID = 1L;

        private final String code;

        public Refused(String code, String message) {
            super(message);
            this.code = code;
        }

        public String code() {
            return code;
        }

        /** Whether the credentials were the reason. */
        public boolean isAboutPermission() {
            return code.equals("401") || code.equals("403");
        }
    }

    /** The client was closed meanwhile. */
    public static final class Closed extends ClientException {
        private static final long serialVersionUID = 1L;

        public Closed() {
            super("the client has been closed");
        }
    }

    /** The thread was interrupted while it waited. Its interrupted status is set. */
    public static final class Interrupted extends ClientException {
        private static final long serialVersionUID = 1L;

        public Interrupted(InterruptedException cause) {
            super("interrupted while waiting for the server", cause);
        }
    }
}
