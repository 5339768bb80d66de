package io.tidewheel.storage.embedded;

import io.tidewheel.model.StoreFailure;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** What went wrong in SQLite, with advice where there is some. */
final class SqliteErrors {
    private SqliteErrors() {}

    static StoreFailure failure(String step, SQLException cause) {
        return new StoreFailure("could not " + step + advice(cause), cause);
    }

    private static String advice(SQLException cause) {
        return switch (code(cause)) {
            case SQLITE_FULL -> " (the disk is full: nothing was changed; make room, and work goes on)";
            case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM ->
                " (check that the data folder belongs to the user who runs the server, and can be written)";
            case SQLITE_CORRUPT, SQLITE_NOTADB ->
                " (the database file is damaged: stop the server, keep a copy of the data folder, and restore a"
                        + " backup)";
            case SQLITE_CONSTRAINT -> " (something in it exists already; nothing was changed)";
            case SQLITE_BUSY, SQLITE_LOCKED -> " (another program holds the database: close it)";
            case SQLITE_IOERR -> " (the disk failed: see the system's log)";
            default -> "";
        };
    }

    /** The disk could not promise that what was written is there. What it says from then on cannot be relied upon. */
    static boolean isBrokenDisk(SQLException cause) {
        return cause instanceof SQLiteException failed
                && (failed.getResultCode() == SQLiteErrorCode.SQLITE_IOERR_FSYNC
                        || failed.getResultCode() == SQLiteErrorCode.SQLITE_IOERR_DIR_FSYNC);
    }

    /** The kind of trouble, without its details. */
    private static SQLiteErrorCode code(SQLException cause) {
        if (!(cause instanceof SQLiteException failed)) return SQLiteErrorCode.UNKNOWN_ERROR;
        return SQLiteErrorCode.getErrorCode(failed.getResultCode().code & 0xff);
    }
}
