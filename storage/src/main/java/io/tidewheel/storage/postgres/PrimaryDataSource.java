package io.tidewheel.storage.postgres;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Gives a pool its connections: to the primary, as all others. */
final class PrimaryDataSource implements DataSource {
    private final PostgresConnections.Opening opening;

    PrimaryDataSource(PostgresConnections.Opening opening) {
        this.opening = opening;
    }

    @Override
    public Connection getConnection() throws SQLException {
        return opening.open();
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        throw new SQLFeatureNotSupportedException("the address says who we are");
    }

    @Override
    public @Nullable PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException("it logs nothing");
    }

    @Override
    public <T> T unwrap(Class<T> wanted) throws SQLException {
        throw new SQLException("there is nothing inside");
    }

    @Override
    public boolean isWrapperFor(Class<?> wanted) {
        return false;
    }
}
