package io.tidewheel.server.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.ClusterNotes;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.Payload;
import io.tidewheel.server.objects.ObjectPermission;
import io.tidewheel.server.objects.ObjectUrls;
import io.tidewheel.server.objects.ObjectUrls.Check;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClusterKeysTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
    private static final ObjectPermission GRANT =
            new ObjectPermission(ObjectPermission.Use.GET, new ObjectName("tmp/1/a"), 10, NOON.plusSeconds(60));
    private static final ClusterSecret FIRST = new ClusterSecret("correct horse battery staple");
    private static final ClusterSecret SECOND = new ClusterSecret("another secret of mine");
    private static final ClusterSecrets SECRET = ClusterSecrets.of(FIRST);
    private static final ClusterSecrets CHANGED = new ClusterSecrets(Optional.of(SECOND), Optional.of(FIRST));

    private final ClusterNotes notes = MemoryDatabase.emptyShared().notes();
    private final SecureRandom random = new SecureRandom();
    private final List<String> news = new ArrayList<>();

    private ClusterKeys open(Optional<Payload> inFolder, ClusterSecrets secrets) throws StartFailure {
        return ClusterKeys.open(notes, inFolder, secrets, random, news::add);
    }

    @Test
    void whatOneServerSignsIsGoodAtAllOthers() throws Exception {
        var one = open(Optional.empty(), ClusterSecrets.NONE).urls();
        var other = open(Optional.empty(), ClusterSecrets.NONE).urls();
        assertThat(other.check(GRANT.use(), one.sign(GRANT), NOON)).isEqualTo(new Check.Granted(GRANT));
        assertThat(news).isEmpty();
    }

    @Test
    void whatWasSignedWithTheKeyOfAFolderBeforeIsStillGood() throws Exception {
        var first = new byte[32];
        var second = new byte[32];
        second[0] = 1;
        var before = new ObjectUrls(second).sign(GRANT);
        assertThat(open(Optional.of(Payload.of(first)), ClusterSecrets.NONE).current())
                .isEqualTo(Payload.of(first));
        var upgraded = open(Optional.of(Payload.of(second)), ClusterSecrets.NONE);
        assertThat(upgraded.current()).isEqualTo(Payload.of(first));
        assertThat(upgraded.urls().check(GRANT.use(), before, NOON)).isEqualTo(new Check.Granted(GRANT));
        assertThat(upgraded.urls().sign(GRANT)).isNotEqualTo(before);
        var without = open(Optional.empty(), ClusterSecrets.NONE).urls();
        assertThat(without.check(GRANT.use(), before, NOON)).isEqualTo(new Check.Forged());
    }

    @Test
    void underASecretTheDatabaseDoesNotTellTheKey() throws Exception {
        var key = open(Optional.empty(), SECRET).current();
        assertThat(text()).startsWith("sealed:").doesNotContain(HexFormat.of().formatHex(key.bytes()));
        assertThat(open(Optional.empty(), SECRET).current()).isEqualTo(key);
        assertThatThrownBy(() -> open(Optional.empty(), ClusterSecrets.NONE))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("TIDEWHEEL_CLUSTER_SECRET");
        assertThatThrownBy(() -> open(Optional.empty(), ClusterSecrets.of(SECOND)))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("not the one");
    }

    @Test
    void aSecretThatComesLaterIsUsedFromThenOn() throws Exception {
        var key = open(Optional.empty(), ClusterSecrets.NONE).current();
        assertThat(text()).startsWith("plain:");
        assertThat(open(Optional.empty(), SECRET).current()).isEqualTo(key);
        assertThat(text()).startsWith("sealed:");
        assertThat(news).hasSize(1).first().asString().contains("under the cluster's secret");
        assertThat(open(Optional.empty(), SECRET).current()).isEqualTo(key);
        assertThat(news).hasSize(1);
    }

    @Test
    void aSecretIsChangedByTheFirstServerThatKnowsBoth() throws Exception {
        var key = open(Optional.empty(), SECRET).current();
        var before = text();
        assertThat(open(Optional.empty(), CHANGED).current()).isEqualTo(key);
        assertThat(text()).startsWith("sealed:").isNotEqualTo(before);
        assertThat(news).hasSize(1).first().asString().contains("new secret");
        assertThat(open(Optional.empty(), CHANGED).current())
                .as("the next server")
                .isEqualTo(key);
        assertThat(open(Optional.empty(), ClusterSecrets.of(SECOND)).current()).isEqualTo(key);
        assertThat(news).hasSize(1);
        assertThatThrownBy(() -> open(Optional.empty(), SECRET))
                .as("a server that still has the first one alone")
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("TIDEWHEEL_CLUSTER_EARLIER_SECRET");
    }

    @Test
    void anEarlierSecretThatWasAnotherChangesNothing() throws Exception {
        open(Optional.empty(), SECRET);
        var before = text();
        var wrong = new ClusterSecrets(Optional.of(SECOND), Optional.of(new ClusterSecret("neither of the two is it")));
        assertThatThrownBy(() -> open(Optional.empty(), wrong)).isInstanceOf(StartFailure.class);
        assertThat(text()).isEqualTo(before);
        assertThatThrownBy(() -> new ClusterSecrets(Optional.empty(), Optional.of(FIRST)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("give both");
    }

    @Test
    void aKeyThatCannotBeReadAndASecretThatIsShortAreRefused() {
        notes.keepFirst("objects.key", Payload.of("nonsense".getBytes(StandardCharsets.UTF_8)));
        assertThatThrownBy(() -> open(Optional.empty(), ClusterSecrets.NONE))
                .isInstanceOf(StartFailure.class)
                .hasMessageContaining("cluster_note");
        assertThatThrownBy(() -> new ClusterSecret("  short  "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("openssl rand");
    }

    private String text() {
        return new String(notes.find("objects.key").orElseThrow().bytes(), StandardCharsets.US_ASCII);
    }
}
