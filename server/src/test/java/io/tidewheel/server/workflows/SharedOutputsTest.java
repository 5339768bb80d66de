package io.tidewheel.server.workflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.server.workflows.SharedOutputs.Output;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which files a server hands out as results, whatever tasks call theirs. */
class SharedOutputsTest {
    @TempDir
    Path top;

    private Path out;
    private Path secret;
    private SharedOutputs outputs;

    @BeforeEach
    void make() throws IOException {
        out = Files.createDirectory(top.resolve("out"));
        Files.createDirectories(out.resolve("run-7/deep"));
        Files.createDirectories(out.resolve("run-8"));
        Files.writeString(out.resolve("run-7/a.txt"), "mine");
        Files.writeString(out.resolve("run-7/deep/b.txt"), "mine, too");
        Files.writeString(out.resolve("run-8/c.txt"), "another's");
        secret = Files.writeString(top.resolve("admin.token"), "secret");
        outputs = new SharedOutputs(out);
    }

    @Test
    void filesInTheFolderOfTheRunAreHandedOut() throws IOException {
        assertThat(read("a.txt")).isEqualTo("a.txt: mine");
        assertThat(read("deep/b.txt")).isEqualTo("deep/b.txt: mine, too");
        assertThat(read("deep/../a.txt")).isEqualTo("a.txt: mine");
    }

    @Test
    void linksWithinTheFolderOfTheRunAreFollowed() throws IOException {
        Files.createSymbolicLink(out.resolve("run-7/link"), Path.of("deep/b.txt"));
        Files.createSymbolicLink(out.resolve("run-7/folder"), out.resolve("run-7/deep"));
        assertThat(read("link")).isEqualTo("link: mine, too");
        assertThat(read("folder/b.txt")).isEqualTo("folder/b.txt: mine, too");
    }

    @Test
    void theServersFolderMayBeReachedByALink() throws IOException {
        var link = Files.createSymbolicLink(top.resolve("shared"), out);
        outputs = new SharedOutputs(link);
        assertThat(outputs.find(7, link + "/run-7/a.txt")).isInstanceOf(Output.Here.class);
    }

    @Test
    void whatIsSaidToBeElsewhereIsNotHandedOut() {
        refused(secret.toString(), "not below");
        refused(out + "/run-7/../../admin.token", "not below");
        refused(out + "/run-8/c.txt", "not below");
        refused(out + "/run-7/../run-8/c.txt", "not below");
        refused(out + "/run-77/a.txt", "not below");
        refused(out.toString(), "not below");
        refused(out + "/run-7", "not below");
        refused("run-7/a.txt", "not below");
        refused("", "not below");
        refused("/etc/shadow", "not below");
        refused(out + "/run-7/nul\0", "no path");
        refused(out + "/run-7/none.txt", "gone");
        refused(out + "/run-7/a.txt/b", "cannot read");
    }

    @Test
    void linksThatLeadOutAreNotFollowed() throws IOException {
        Files.createSymbolicLink(out.resolve("run-7/token"), secret);
        Files.createSymbolicLink(out.resolve("run-7/up"), top);
        Files.createSymbolicLink(out.resolve("run-7/other"), out.resolve("run-8/c.txt"));
        Files.createSymbolicLink(out.resolve("run-9"), top);
        refused(out + "/run-7/token", "link leads out");
        refused(out + "/run-7/up/admin.token", "link leads out");
        refused(out + "/run-7/other", "link leads out");
        assertThat(outputs.find(9, out + "/run-9/admin.token")).isInstanceOf(Output.Elsewhere.class);
    }

    @Test
    void whatIsPutInTheWayAfterItWasFoundIsNotFollowed() throws IOException {
        var file = (Output.Here) outputs.find(7, out + "/run-7/a.txt");
        Files.delete(out.resolve("run-7/a.txt"));
        Files.createSymbolicLink(out.resolve("run-7/a.txt"), secret);
        assertThatThrownBy(() -> outputs.open(file)).isInstanceOf(IOException.class);

        var deep = (Output.Here) outputs.find(7, out + "/run-7/deep/b.txt");
        Files.move(out.resolve("run-7/deep"), top.resolve("moved"));
        Files.createSymbolicLink(out.resolve("run-7/deep"), top.resolve("moved"));
        assertThatThrownBy(() -> outputs.open(deep)).isInstanceOf(IOException.class);
    }

    @Test
    void onlyRegularFilesAreHandedOut() throws Exception {
        var pipe = out.resolve("run-7/pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        refused(pipe.toString(), "no regular file");
        refused(out + "/run-7/deep", "no regular file");
    }

    private String read(String name) throws IOException {
        var found = (Output.Here) outputs.find(7, out + "/run-7/" + name);
        try (var content = outputs.open(found)) {
            var bytes = Channels.newInputStream(content).readAllBytes();
            assertThat(bytes).hasSize((int) found.size());
            return found.name() + ": " + new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private void refused(String path, String why) {
        assertThat(outputs.find(7, path))
                .as(path)
                .isInstanceOfSatisfying(
                        Output.Elsewhere.class, no -> assertThat(no.reason()).contains(why));
    }
}
