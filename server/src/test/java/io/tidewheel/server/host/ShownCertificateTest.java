package io.tidewheel.server.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.server.http.TestCertificates;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShownCertificateTest {
    private static final Instant LATER = Instant.parse("2030-01-01T00:00:00Z");

    private final MemoryDatabase database = MemoryDatabase.empty();
    private final List<String> news = new ArrayList<>();

    private void start(String server, String... names) {
        var shown = names.length == 0
                ? Optional.<ShownCertificate>empty()
                : Optional.of(new ShownCertificate(new TreeSet<>(List.of(names)), LATER));
        ShownCertificate.remember(database.notes(), server, shown, news::add);
    }

    @Test
    void namesThatAreMissingWhenACertificateWasMadeAnewAreTold() {
        start("east", "east.example", "10.0.0.7");
        start("east", "east.example", "10.0.0.7", "more.example");
        assertThat(news).isEmpty();
        start("east", "east.example");
        assertThat(news)
                .singleElement()
                .asString()
                .contains("10.0.0.7, more.example")
                .contains("will refuse");
        start("east", "east.example");
        assertThat(news).hasSize(1);
    }

    @Test
    void aServerThatSpeaksWithoutTlsAllOfASuddenSaysSo() {
        start("west");
        start("west", "west.example");
        start("east");
        assertThat(news).isEmpty();
        start("west");
        assertThat(news).singleElement().asString().contains("west.example").contains("--tls-cert");
        start("west");
        assertThat(news).hasSize(1);
    }

    @Test
    void namesAndEndAreReadFromTheFirstCertificateOfTheFile(@TempDir Path folder) throws Exception {
        var shown = ShownCertificate.read(TestCertificates.selfSigned(folder).chain());
        assertThat(shown.names()).containsExactly("127.0.0.1");
        assertThat(Duration.between(Instant.now(), shown.until()).toHours()).isBetween(24L, 49L);
    }
}
