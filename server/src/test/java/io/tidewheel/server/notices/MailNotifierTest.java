package io.tidewheel.server.notices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.Notifier;
import io.tidewheel.model.Time;
import io.tidewheel.model.plugins.PluginSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Towards a program that keeps each mail in a file. */
class MailNotifierTest extends NotifierContract {
    private static final Pattern ENCODED = Pattern.compile("=\\?utf-8\\?B\\?([^?]*)\\?=\\s*");

    @TempDir
    Path folder;

    private Notifier opened(Map<String, String> said) {
        var provider = new MailProvider();
        return provider.open(
                PluginSettings.read(
                        "notifier.mail.", provider.settings(), each -> Optional.ofNullable(said.get(each.name()))),
                Time.system());
    }

    @Override
    protected Notifier open() throws IOException {
        script("cat > \"$(mktemp " + folder + "/mail-XXXXXX)\"");
        return opened(Map.of(
                "to", "ops@example.org, night@example.org", "from", "wheel@example.org", "program", program() + " -t"));
    }

    private Path program() {
        return folder.resolve("sendmail");
    }

    private void script(String line) throws IOException {
        Files.writeString(program(), "#!/bin/sh\n" + line + "\n");
        Files.setPosixFilePermissions(program(), PosixFilePermissions.fromString("rwx------"));
    }

    @Override
    protected List<String> received() throws IOException {
        var mails = new ArrayList<String>();
        try (var files = Files.list(folder)) {
            for (var file : files.filter(each -> each.getFileName().toString().startsWith("mail-"))
                    .toList()) mails.add(read(Files.readString(file)));
        }
        return mails;
    }

    /** As a mail program shows it. */
    private static String read(String mail) {
        int end = mail.indexOf("\n\n");
        var head = mail.substring(0, end);
        assertThat(head.lines()).allMatch(line -> line.matches("[A-Za-z-]+: .*| .*"));
        var decoded = ENCODED.matcher(head)
                .replaceAll(word -> java.util.regex.Matcher.quoteReplacement(
                        new String(Base64.getDecoder().decode(word.group(1)), StandardCharsets.UTF_8)));
        var body = new String(Base64.getMimeDecoder().decode(mail.substring(end + 2)), StandardCharsets.UTF_8);
        return decoded + "\n\n" + body.replaceAll("(?m)^", "| ");
    }

    @Override
    protected void breakReceiver() throws IOException {
        script("cat > /dev/null; echo no such mailbox >&2; exit 67");
    }

    @Override
    protected Optional<String> secret() {
        return Optional.empty();
    }

    @Test
    void whatTheProgramComplainsAboutIsToldAndAMissingOneToo() throws Exception {
        try (var notifier = open()) {
            breakReceiver();
            assertThatThrownBy(() -> notifier.tell(notice("run-17", "x")))
                    .hasMessageContaining("exit code 67: no such mailbox");
            Files.delete(program());
            assertThatThrownBy(() -> notifier.tell(notice("run-17", "x")))
                    .hasMessageContaining(program().toString());
        }
    }

    @Test
    void itSaysFromWhomToWhomAndThatNobodyWroteIt() throws Exception {
        try (var notifier = open()) {
            notifier.tell(notice("run-17", "run 17 has failed"));
        }
        assertThat(received().getFirst())
                .contains("From: wheel@example.org\n")
                .contains("To: ops@example.org, night@example.org\n")
                .contains("Subject: [tidewheel] run 17 has failed\n")
                .contains("Message-ID: <run-17@tidewheel>\n")
                .contains("Auto-Submitted: auto-generated\n");
    }

    @Test
    void whatIsNoAddressIsRefused() {
        assertThatThrownBy(() -> opened(Map.of("to", "ops@example.org\nBcc: x@y")))
                .hasMessageContaining("notifier.mail.to");
        assertThatThrownBy(() -> opened(Map.of("to", "ops@example.org", "from", "nobody")))
                .hasMessageContaining("notifier.mail.from");
    }
}
