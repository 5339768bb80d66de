package io.tidewheel.storage.embedded;

import io.tidewheel.model.Database;
import io.tidewheel.storage.sql.SqlObjectsContract;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.io.TempDir;

class SqliteObjectsTest extends SqlObjectsContract {
    @TempDir
    Path folder;

    private SqliteDatabase database;

    @Override
    protected Database openDatabase() {
        database = SqliteDatabase.open(folder.resolve("data"), Instant.EPOCH);
        return database;
    }

    @Override
    protected long count(String table) throws Exception {
        return database.writer()
                .run(link -> link.first("SELECT COUNT(*) FROM " + table, row -> row.getLong(1)))
                .orElseThrow();
    }

    @Override
    protected void leaveHalf() throws Exception {
        database.writer().run(link -> {
            link.run("INSERT INTO object_content (id, begun, size) VALUES (77, 1772366400000000, 0)");
            link.run("INSERT INTO object_piece (content, number, body) VALUES (77, 0, x'00')");
            return true;
        });
    }
}
