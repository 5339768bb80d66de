package io.tidewheel.controllers.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.Sha256;
import io.tidewheel.protocol.wire.Collected;
import io.tidewheel.protocol.wire.FileFacts;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Staged;
import io.tidewheel.workflow.chains.MadeFile;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChainFilesTest {
    private static final ByteString HASH = ByteString.copyFrom(new byte[Sha256.BYTES]);
    private static final ByteString OTHER = ByteString.copyFrom(new Sha256("ab".repeat(32)).bytes());

    private final ChainFiles files = new ChainFiles(
            new FileAddresses() {
                @Override
                public String fetching(ObjectName name, Instant now) {
                    return "GET " + name;
                }

                @Override
                public String adding(ObjectName place, Instant now) {
                    return "POST " + place;
                }
            },
            7,
            List.of());

    @Test
    void whatAChainBroughtIsKnownByWhereItIsKept() {
        var outcome = Outcome.newBuilder()
                .addCollected(collected("out", "files/run-7/x"))
                .addCollected(collected("parts", "files/run-7/d/a", "files/run-7/d/b"))
                .addCollected(Collected.newBuilder().setName("none").setMissing(true))
                .addStaged(staged("out", "files/run-7/x"))
                .addStaged(staged("parts", "files/run-7/d")
                        .setFolder(true)
                        .addOffsets(512)
                        .addOffsets(2_048))
                .build();
        var made = files.made(outcome);
        assertThat(made.get("out"))
                .isEqualTo(List.of(new MadeFile(
                        "files/run-7/x",
                        new KeptFile.Whole(
                                RunObjectNames.of(false, 7, Sha256.of(OTHER.toByteArray())), hash(OTHER), false))));
        assertThat(made.get("none")).isEmpty();
        assertThat(made.get("parts")).hasSize(2);
        assertThat(((MadeFile) made.get("parts").get(1)).keptAt())
                .isEqualTo(new KeptFile.Inside(
                        new KeptFile.Archive(
                                "files/run-7/d",
                                RunObjectNames.of(false, 7, Sha256.of(OTHER.toByteArray())),
                                hash(OTHER)),
                        2_048,
                        3,
                        hash(HASH),
                        false));
    }

    @ParameterizedTest
    @ValueSource(strings = {"../x", "/etc/x", "files/../../x", "files/./x", "other/x"})
    void aNameThatLeadsElsewhereIsNotHandedToOtherAgents(String path) {
        var outcome = Outcome.newBuilder()
                .addCollected(collected("out", path))
                .addStaged(staged("out", path))
                .build();
        assertThat(files.made(outcome).get("out")).isEqualTo(List.of(path));
    }

    @Test
    void reportsThatMakeNoSenseDoNoHarm() {
        var noHash = staged("a", "files/a").setSha256(ByteString.EMPTY);
        var fewOffsets = staged("b", "files/b").setFolder(true);
        var outcome = Outcome.newBuilder()
                .addCollected(collected("a", "files/a"))
                .addCollected(collected("b", "files/b/1"))
                .addCollected(collected("c", "files/c"))
                .addStaged(noHash)
                .addStaged(fewOffsets)
                .build();
        assertThat(files.made(outcome).values())
                .allSatisfy(values ->
                        assertThat(values).allSatisfy(value -> assertThat(value).isInstanceOf(String.class)));
    }

    private static Collected collected(String name, String... paths) {
        var collected = Collected.newBuilder().setName(name);
        for (var path : paths)
            collected.addFiles(FileFacts.newBuilder().setPath(path).setSize(3).setSha256(HASH));
        return collected.build();
    }

    private static Staged.Builder staged(String name, String path) {
        return Staged.newBuilder().setName(name).setPath(path).setSha256(OTHER);
    }

    private static Sha256 hash(ByteString bytes) {
        return Sha256.of(bytes.toByteArray());
    }
}
