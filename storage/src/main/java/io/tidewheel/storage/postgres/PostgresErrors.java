package io.tidewheel.storage.postgres;

import io.tidewheel.model.StoreFailure;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.Set;
import org.postgresql.util.PSQLException;

/** What went wrong with PostgreSQL, with advice where there is some. */
final class PostgresErrors {
    private static final Set<String> TRY_AGAIN = Set.of("40001", "40P01");
    private static final Set<String> ONCE = Set.of("outcome_pkey", "chain_pkey", "lane_pkey", "run_key");

    private PostgresErrors() {}

    static StoreFailure failure(String step, SQLException cause) {
        return new StoreFailure("could not " + step + advice(state(cause)), reason(cause));
    }

    /** The driver's message about a batch repeats the statement with its values, and those are nobody else's business. */
    private static SQLException reason(SQLException cause) {
        var next = cause instanceof BatchUpdateException ? cause.getNextException() : null;
        if (next != null) return next;
        return cause instanceof BatchUpdateException && cause.getCause() instanceof SQLException reason
                ? reason
                : cause;
    }

    /**
     * Two servers were in each other's way, or a chain was about to be made or to end twice; the database has undone the step, and it can be done
     * again.
     */
    static boolean isPassing(SQLException cause) {
        return TRY_AGAIN.contains(state(cause)) || isTwice(cause);
    }

    /** Another server was faster: a chain was to be made or to end, a lane or a run with a key to be made, a second time. */
    static boolean isTwice(SQLException cause) {
        return ONCE.contains(constraint(cause));
    }

    /** The name of the constraint without the number of the segment. */
    private static String constraint(SQLException cause) {
        var message = reason(cause) instanceof PSQLException failed ? failed.getServerErrorMessage() : null;
        return message == null || message.getConstraint() == null
                ? ""
                : message.getConstraint().replaceFirst("_\\d+_pkey$", "_pkey");
    }

    /** The database is there and says that it takes nothing: it has no connection, or only reads. */
    static boolean isHindrance(SQLException cause) {
        return state(cause).equals("53300") || state(cause).equals("25006");
    }

    /** The connection was there and is no more. */
    static boolean isCut(SQLException cause) {
        var state = state(cause);
        return cause instanceof PSQLException
                && (state.startsWith("08") || state.equals("57P01") || state.equals("57P02"));
    }

    private static String state(SQLException cause) {
        return cause.getSQLState() == null ? "" : cause.getSQLState();
    }

    private static String advice(String state) {
        return switch (state) {
            case "53100" -> " (the disk of the database is full: nothing was changed; make room, and work goes on)";
            case "53300" -> " (the database has no connection left: raise its max_connections or close other clients)";
            case "23505" -> " (something in it exists already; nothing was changed)";
            case "25006" -> " (the database only reads: connect to the primary)";
            case PrimaryFinder.REPLACED -> " (nothing is written there: it would be lost)";
            case "28000", "28P01" -> " (the database does not know this user or password)";
            case "3D000" -> " (create the database first)";
            case "42501" -> " (the user may not do this: make it the owner of the database's schema)";
            case "57P01", "57P02", "57P03" -> " (the database is shutting down or starting)";
            default -> state.startsWith("08") ? " (the database cannot be reached)" : "";
        };
    }
}
