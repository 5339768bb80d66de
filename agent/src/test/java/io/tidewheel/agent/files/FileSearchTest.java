package io.tidewheel.agent.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.agent.files.StopCheck.GivenUp;
import io.tidewheel.protocol.wire.FileFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSearchTest {
    private static final StopCheck FREE = () -> {};

    @TempDir
    Path folder;

    @Test
    void filesAreListedInTheOrderOfTheirPathsWithoutFollowingLinksToFolders() throws Exception {
        for (var name : new String[] {"b/2", "b/10", "a", "b/c/d"}) write(name, name);
        Files.createSymbolicLink(folder.resolve("b/loop"), folder);
        Files.createSymbolicLink(folder.resolve("linked"), folder.resolve("a"));
        Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("nothing"));
        assertThat(search(false, FREE, FileRoom.OF_CHAIN).filesIn(".").orElseThrow())
                .extracting(FileFacts::getPath)
                .containsExactly("./a", "./b/10", "./b/2", "./b/c/d", "./linked");
    }

    @Test
    void aFolderMayBeALinkAndItsFilesKeepTheNamesTheyWereAskedFor() throws Exception {
        write("real/file", "x");
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("real"));
        var absolute = folder.resolve("link").toString();
        assertThat(search(false, FREE, FileRoom.OF_CHAIN).filesIn(absolute).orElseThrow())
                .extracting(FileFacts::getPath)
                .containsExactly(absolute + "/file");
        assertThat(search(false, FREE, FileRoom.OF_CHAIN).filesIn("link/").orElseThrow())
                .extracting(FileFacts::getPath)
                .containsExactly("link/file");
    }

    @Test
    void theHashIsThatOfTheContent() throws Exception {
        write("abc", "abc");
        var facts = search(true, FREE, FileRoom.OF_CHAIN).file("abc").orElseThrow();
        assertThat(HexFormat.of().formatHex(facts.getSha256().toByteArray()))
                .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assertThat(facts.getSize()).isEqualTo(3);
    }

    @Test
    void whatIsNotThereIsEmptyAndAFileIsNoFolder() throws Exception {
        write("file", "");
        var search = search(true, FREE, FileRoom.OF_CHAIN);
        assertThat(search.file("nothing")).isEmpty();
        assertThat(search.filesIn("nothing")).isEmpty();
        assertThat(search.filesIn("file")).isEmpty();
        assertThat(search.file(".").orElseThrow().getSha256().isEmpty()).isTrue();
    }

    @Test
    void theRoomIsUsedUpByNumberAndByBytes() throws Exception {
        for (int i = 0; i < 5; i++) write("many/" + i, "");
        var enough = search(false, FREE, new FileRoom(5, 1_000));
        assertThat(enough.filesIn("many").orElseThrow()).hasSize(5);
        assertThat(enough.room().files()).isZero();
        assertThatThrownBy(() -> enough.file("many/0")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> search(false, FREE, new FileRoom(4, 1_000)).filesIn("many"))
                .hasMessageContaining("more files than can be told");
        assertThatThrownBy(() -> search(false, FREE, new FileRoom(5, 40)).filesIn("many"))
                .hasMessageContaining("more files than can be told");
    }

    @Test
    void everyStepCanBeTheLast() throws Exception {
        for (int i = 0; i < 3; i++) write("some/" + i, "content");
        int steps = 0;
        boolean done = false;
        while (!done) {
            var search = search(true, new After(steps), FileRoom.OF_CHAIN);
            try {
                done = search.filesIn("some").orElseThrow().size() == 3;
            } catch (GivenUp expected) {
                steps++;
            }
        }
        // Once per file when it is listed, told and read, and more.
        assertThat(steps).isGreaterThan(9);
    }

    /** Gives up after so many steps. */
    private static final class After implements StopCheck {
        private int left;

        After(int steps) {
            this.left = steps;
        }

        @Override
        public void pass() throws GivenUp {
            if (left-- == 0) throw new GivenUp("enough");
        }
    }

    private FileSearch search(boolean hashes, StopCheck checkpoint, FileRoom room) {
        return new FileSearch(() -> folder, hashes, checkpoint, room);
    }

    private void write(String name, String content) throws IOException {
        var path = folder.resolve(name);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }
}
