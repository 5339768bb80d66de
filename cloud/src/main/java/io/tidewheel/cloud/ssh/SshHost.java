package io.tidewheel.cloud.ssh;

import java.nio.file.Path;
import java.util.Optional;

/**
 * A machine that a user already has.
 *
 * @param name how it is called in lists
 * @param setup the setup whose machines it can be
 * @param identity the private key to use, if not one of those that ssh finds itself
 */
public record SshHost(
        String name, String address, int port, Optional<String> user, Optional<Path> identity, String setup) {
    public static final int PORT = 22;

    public SshHost {
        check("name", name);
        check("address", address);
        user.ifPresent(each -> check("user", each));
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("host %s: the port is from 1 to 65535, not %d".formatted(name, port));
        }
    }

    /** What ssh is told to connect to. */
    String destination() {
        return user.map(each -> each + "@" + address).orElse(address);
    }

    /** Checks a text that becomes an argument of a program: nothing that looks like an option or has a meaning of its own may pass. */
    private static void check(String what, String text) {
        if (!text.matches("[A-Za-z0-9_\\[][A-Za-z0-9._:\\[\\]-]{0,254}")) {
            throw new IllegalArgumentException(
                    "the %s of a host is made of letters, digits and . _ : -, and begins with a letter or digit, not '%s'"
                            .formatted(what, text));
        }
    }
}
