package io.tidewheel.storage.embedded;

import io.tidewheel.storage.sql.SqlArchive;
import java.sql.SQLException;

/** Answers from connections that only read; tokens are written between two commits of the engine. */
final class SqliteArchive extends SqlArchive implements AutoCloseable {
    private final SqliteWriter writer;
    private final SqliteReaders readers;

    SqliteArchive(SqliteWriter writer, SqliteReaders readers) {
        this.writer = writer;
        this.readers = readers;
    }

    @Override
    protected <T> T read(String name, Step<T> step) {
        try {
            return readers.run(step::run);
        } catch (SQLException failed) {
            throw SqliteErrors.failure(name, failed);
        }
    }

    @Override
    protected <T> T write(String name, Step<T> step) {
        try {
            return writer.run(step::run);
        } catch (SQLException failed) {
            throw SqliteErrors.failure(name, failed);
        }
    }

    @Override
    protected String lock() {
        return "";
    }

    @Override
    public void close() {
        readers.close();
    }
}
