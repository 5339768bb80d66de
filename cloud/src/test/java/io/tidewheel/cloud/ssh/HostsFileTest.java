package io.tidewheel.cloud.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HostsFileTest {
    @TempDir
    Path folder;

    @Test
    void hostsAreReadWithTheirKeysBesideTheFile() throws Exception {
        var hosts = HostsFile.read(file("- {address: node1, user: me, setup: a, identity: key, port: 2222}\n"));
        assertThat(hosts).extracting(SshHost::name).containsExactly("node1");
        assertThat(hosts.getFirst().identity()).contains(folder.resolve("key"));
        assertThat(hosts.getFirst().port()).isEqualTo(2222);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "- {address: -oProxyCommand=x, setup: a} | :1:3: the name of a host",
                "- {address: node1}                      | :1:3: 'setup' is missing",
                "- {address: node1, setup: a, prot: 3}   | :1:30: no field of a host; known are: address, identity",
                "- {address: node1, setup: a, port: x}   | :1:3: 'port' is a whole number, not 'x'",
                "- {address: [node1], setup: a}          | :1:13: 'address' is not a text",
                "- node1                                 | :1:3: is not made of fields",
                "address: node1                          | : a list is expected",
                "- {address: node1                       | : while parsing",
            })
    void mistakesAreToldWithTheirPlace(String text, String problem) throws Exception {
        var file = file(text + "\n");
        assertThatThrownBy(() -> HostsFile.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(file + problem);
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        var nowhere = folder.resolve("nothing");
        assertThatThrownBy(() -> HostsFile.read(nowhere)).hasMessageContaining(nowhere + " cannot be read");
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("hosts.yaml"), text);
    }
}
