package io.tidewheel.agent.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FolderArchiveTest {
    private static final StopCheck NEVER = () -> {};
    private static final String LONG = "long-".repeat(40) + "ü";

    @TempDir
    Path top;

    private Path folder() throws IOException {
        var folder = top.resolve("folder");
        Files.createDirectories(folder.resolve("sub/" + LONG));
        Files.createDirectories(folder.resolve("empty/inside"));
        Files.writeString(folder.resolve("a"), "alpha");
        Files.writeString(folder.resolve("sub/" + LONG + "/b"), "x".repeat(100_000));
        Files.writeString(folder.resolve("sub/none"), "");
        Files.writeString(folder.resolve("tool"), "#!/bin/sh\n");
        FolderArchive.makeExecutable(folder.resolve("tool"));
        return folder;
    }

    private Path unpacked(Path archive) throws IOException {
        var target = top.resolve("target");
        FolderArchive.unpack(archive, target, NEVER);
        return target;
    }

    @Test
    void aFolderComesOutAsItWentIn() throws IOException {
        FolderArchive.pack(folder(), top.resolve("archive"), NEVER);
        var target = unpacked(top.resolve("archive"));
        assertThat(target.resolve("a")).hasContent("alpha");
        assertThat(target.resolve("sub/" + LONG + "/b")).hasSize(100_000);
        assertThat(target.resolve("sub/none")).isEmptyFile();
        assertThat(target.resolve("empty/inside")).isEmptyDirectory();
        assertThat(target.resolve("tool")).isExecutable();
        assertThat(Files.isExecutable(target.resolve("a"))).isFalse();
    }

    @Test
    void theSameFilesGiveTheSameBytes() throws IOException {
        FolderArchive.pack(folder(), top.resolve("one"), NEVER);
        FolderArchive.pack(unpacked(top.resolve("one")), top.resolve("two"), NEVER);
        assertThat(top.resolve("two")).hasSameBinaryContentAs(top.resolve("one"));
    }

    @Test
    void itTellsWhereInItTheFilesAre() throws IOException {
        var offsets = FolderArchive.pack(folder(), top.resolve("archive"), NEVER);
        var bytes = Files.readAllBytes(top.resolve("archive"));
        assertThat(offsets.keySet()).containsExactly("a", "sub/" + LONG + "/b", "sub/none", "tool");
        int at = offsets.get("a").intValue();
        assertThat(new String(bytes, at, 5, StandardCharsets.UTF_8)).isEqualTo("alpha");
        int tool = offsets.get("tool").intValue();
        assertThat(new String(bytes, tool, 9, StandardCharsets.UTF_8)).isEqualTo("#!/bin/sh");
    }

    @Test
    void otherProgramsCanReadIt() throws Exception {
        FolderArchive.pack(folder(), top.resolve("archive"), NEVER);
        var tar = new ProcessBuilder("tar", "-tf", top.resolve("archive").toString())
                .redirectErrorStream(true)
                .start();
        var said = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tar.waitFor()).as(said).isZero();
        assertThat(said.lines()).contains("a", "tool", "sub/", "empty/inside/");
    }

    @Test
    void linksToFilesBecomeFilesAndLinksToFoldersAreLeftOut() throws IOException {
        var folder = folder();
        Files.createSymbolicLink(folder.resolve("link"), Path.of("a"));
        Files.createSymbolicLink(folder.resolve("loop"), Path.of("."));
        FolderArchive.pack(folder, top.resolve("archive"), NEVER);
        var target = unpacked(top.resolve("archive"));
        assertThat(target.resolve("link")).isRegularFile().hasContent("alpha");
        assertThat(Files.isSymbolicLink(target.resolve("link"))).isFalse();
        assertThat(target.resolve("loop")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"../out", "/out", "a/../../out", "..", ".", "a//b", "", "a/.", "./a", "a/.."})
    void namesThatLeadElsewhereAreRefused(String name) throws IOException {
        var archive = write(header(name, '0', 0));
        assertThatThrownBy(() -> unpacked(archive))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("refused");
        assertThat(top.resolve("out")).doesNotExist();
        assertThat(Path.of("/out")).doesNotExist();
    }

    @Test
    void alsoIfTheyAreLong() throws IOException {
        var archive = write(named("../" + "x".repeat(120), '0'));
        assertThatThrownBy(() -> unpacked(archive)).hasMessageContaining("refused");
    }

    /** Nothing in an archive is packed tighter than it is, so only what is named takes more room than its name. */
    @Test
    void fewEntriesThatNameVeryManyFoldersAreRefusedBeforeTheseAreMade() throws IOException {
        var entries = new ArrayList<byte[]>();
        for (int i = 0; i < 20; i++) entries.addAll(List.of(named(i + "/a".repeat(99), '5')));
        var archive = write(entries.toArray(byte[][]::new));
        var target = top.resolve("target");
        assertThatThrownBy(() -> FolderArchive.unpack(archive, target, NEVER, 1_000))
                .hasMessage("the archive is refused: it has more than 1,000 folders");
        try (var made = Files.walk(target)) {
            assertThat(made).hasSize(1_001);
        }
    }

    @Test
    void moreEntriesThanAnybodyNeedsAreRefused() throws IOException {
        var entries = new ArrayList<byte[]>();
        for (int i = 0; i < 11; i++) entries.add(header("f" + i, '0', 0));
        var archive = write(entries.toArray(byte[][]::new));
        assertThatThrownBy(() -> FolderArchive.unpack(archive, top.resolve("target"), NEVER, 10))
                .hasMessage("the archive has more than 10 entries");
    }

    /** An entry with a long name: a record before it has the name. */
    private static byte[][] named(String name, char type) {
        var record = "path=" + name + "\n";
        int length = record.length() + 4;
        var bytes = (length + " " + record).getBytes(StandardCharsets.UTF_8);
        return new byte[][] {header("long", 'x', bytes.length), Arrays.copyOf(bytes, 512), header("long", type, 0)};
    }

    @ParameterizedTest
    @ValueSource(chars = {'1', '2', '3', '4', '6', 'g', 'L', 'S'})
    void linksAndOtherKindsAreRefused(char type) throws IOException {
        var archive = write(header("link", type, 0));
        assertThatThrownBy(() -> unpacked(archive)).hasMessageContaining("neither a file nor a folder");
    }

    @Test
    void aNameThatComesTwiceIsRefused() throws IOException {
        var archive = write(header("a", '0', 0), header("a", '0', 0));
        assertThatThrownBy(() -> unpacked(archive)).isInstanceOf(IOException.class);
    }

    @Test
    void whatIsDamagedIsRefused() throws IOException {
        FolderArchive.pack(folder(), top.resolve("archive"), NEVER);
        var bytes = Files.readAllBytes(top.resolve("archive"));
        Files.write(top.resolve("short"), Arrays.copyOf(bytes, 3_000));
        assertThatThrownBy(() -> unpacked(top.resolve("short"))).hasMessageContaining("breaks off");
        bytes[3] ^= 1;
        Files.write(top.resolve("changed"), bytes);
        assertThatThrownBy(() -> FolderArchive.unpack(top.resolve("changed"), top.resolve("other"), NEVER))
                .hasMessageContaining("malformed");
        Files.write(top.resolve("huge"), header("a", '0', Long.MAX_VALUE >> 31));
        assertThatThrownBy(() -> FolderArchive.unpack(top.resolve("huge"), top.resolve("third"), NEVER))
                .hasMessageContaining("breaks off");
    }

    private Path write(byte[]... blocks) throws IOException {
        var out = new ByteArrayOutputStream();
        for (var block : List.of(blocks)) out.write(block);
        out.write(new byte[1_024]);
        return Files.write(top.resolve("hostile"), out.toByteArray());
    }

    /** As somebody would write it who means no good. */
    private static byte[] header(String name, char type, long size) {
        var block = new byte[512];
        put(block, 0, name);
        put(block, 100, "0000644");
        put(block, 124, "%011o".formatted(size));
        block[156] = (byte) type;
        put(block, 257, "ustar\0" + "00");
        put(block, 148, "        ");
        int sum = 0;
        for (var each : block) sum += each & 0xff;
        put(block, 148, "%06o\0 ".formatted(sum));
        return block;
    }

    private static void put(byte[] block, int at, String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        System.arraycopy(bytes, 0, block, at, bytes.length);
    }
}
