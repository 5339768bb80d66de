package io.tidewheel.cli.fleet;

import io.tidewheel.cloud.ssh.SshHost;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Reads the list of machines that a user already has. */
final class HostsFile {
    private HostsFile() {}

    static List<SshHost> read(Path file) {
        var folder = file.toAbsolutePath().getParent();
        return YamlRecords.read(file, in -> {
            in.allow(Set.of("name", "address", "port", "user", "identity", "setup"));
            var address = in.required("address");
            return new SshHost(
                    in.text("name").orElse(address),
                    address,
                    in.whole("port").orElse(SshHost.PORT),
                    in.text("user"),
                    in.text("identity").map(name -> folder == null ? Path.of(name) : folder.resolve(name)),
                    in.required("setup"));
        });
    }
}
