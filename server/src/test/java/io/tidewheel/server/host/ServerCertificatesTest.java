package io.tidewheel.server.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.server.http.TestCertificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerCertificatesTest {
    private static final Instant RENEWED = Instant.parse("2030-01-01T00:00:00Z");

    @TempDir
    private Path folder;

    private TestCertificates files;
    private ServerCertificates shown;

    @BeforeEach
    void begin() throws Exception {
        files = TestCertificates.selfSigned(folder);
        shown = new ServerCertificates(new ServerSettings.Tls(files.chain(), files.key()));
    }

    private static void renew(Path file, int time) throws Exception {
        Files.setLastModifiedTime(file, FileTime.from(RENEWED.plusSeconds(time)));
    }

    @Test
    void filesThatAreAsBeforeAreNotReadAgain() {
        var before = shown.get();
        shown.look();
        shown.look();
        assertThat(shown.get()).isSameAs(before);
    }

    @Test
    void renewedFilesAreShownOnceBothStayAsTheyAre() throws Exception {
        var before = shown.get();
        renew(files.chain(), 1);
        shown.look();
        renew(files.key(), 2);
        shown.look();
        assertThat(shown.get()).isSameAs(before);
        shown.look();
        assertThat(shown.get()).isNotSameAs(before);
    }

    @Test
    void filesThatCannotBeUsedLeaveWhatWasShown() throws Exception {
        var before = shown.get();
        var good = Files.readString(files.chain());
        Files.writeString(files.chain(), "no certificate");
        renew(files.chain(), 1);
        shown.look();
        shown.look();
        assertThat(shown.get()).isSameAs(before);
        Files.delete(files.chain());
        shown.look();
        shown.look();
        assertThat(shown.get()).isSameAs(before);
        Files.writeString(files.chain(), good);
        renew(files.chain(), 3);
        shown.look();
        shown.look();
        assertThat(shown.get()).isNotSameAs(before);
    }
}
