package io.tidewheel.server.notices;

import io.tidewheel.model.Notice;
import io.tidewheel.model.Notifier;
import io.tidewheel.model.NotifierFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Tells by mail, with the program that hands mail to the mail system of the machine, whichever it is. */
final class MailNotifier implements Notifier {
    private static final Duration PATIENCE = Duration.ofSeconds(25);
    private static final int MOST_COMPLAINT = 300;

    private final List<String> program;
    private final String from;
    private final List<String> to;

    MailNotifier(List<String> program, String from, List<String> to) {
        this.program = List.copyOf(program);
        this.from = from;
        this.to = List.copyOf(to);
    }

    @Override
    public void tell(Notice notice) throws NotifierFailure {
        try {
            var child = new ProcessBuilder(program)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                try (var in = child.getOutputStream()) {
                    in.write(message(notice).getBytes(StandardCharsets.UTF_8));
                }
                end(child);
            } finally {
                child.destroyForcibly();
            }
        } catch (IOException failed) {
            throw NotifierFailure.forNow("%s could not be used: %s".formatted(program.getFirst(), failed.getMessage()));
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            throw NotifierFailure.forNow("the server stops");
        }
    }

    private void end(Process child) throws InterruptedException, IOException, NotifierFailure {
        if (!child.waitFor(PATIENCE.toNanos(), TimeUnit.NANOSECONDS))
            throw NotifierFailure.forNow(
                    "%s did not end within %d s".formatted(program.getFirst(), PATIENCE.toSeconds()));
        if (child.exitValue() == 0) return;
        var said = new String(child.getErrorStream().readNBytes(MOST_COMPLAINT), StandardCharsets.UTF_8).strip();
        throw NotifierFailure.forNow(
                "%s ended with exit code %d: %s".formatted(program.getFirst(), child.exitValue(), said));
    }

    private String message(Notice notice) {
        var text = new StringBuilder();
        text.append("From: ").append(from).append('\n');
        text.append("To: ").append(String.join(", ", to)).append('\n');
        text.append("Subject: ").append(encoded("[tidewheel] " + notice.text())).append('\n');
        text.append("Date: ")
                .append(DateTimeFormatter.RFC_1123_DATE_TIME.format(notice.at().atOffset(ZoneOffset.UTC)))
                .append('\n');
        text.append("Message-ID: <").append(notice.id()).append("@tidewheel>\n");
        text.append("Auto-Submitted: auto-generated\nMIME-Version: 1.0\n");
        text.append("Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: base64\n\n");
        return text.append(Base64.getMimeEncoder(76, new byte[] {'\n'})
                        .encodeToString(body(notice).getBytes(StandardCharsets.UTF_8)))
                .append('\n')
                .toString();
    }

    private static String body(Notice notice) {
        var body = new StringBuilder(notice.text()).append("\n\n");
        body.append("what: ").append(notice.kind().word()).append('\n');
        body.append("when: ").append(notice.at()).append('\n');
        notice.labels()
                .forEach((name, value) -> body.append("label ")
                        .append(name)
                        .append(": ")
                        .append(value)
                        .append('\n'));
        notice.facts()
                .forEach((name, value) ->
                        body.append(name).append(": ").append(value).append('\n'));
        return body.toString();
    }

    /** What users call their runs must not become a header of its own. */
    private static String encoded(String subject) {
        var line = subject.replaceAll("\\p{Cntrl}+", " ");
        var cut = line.length() > 200 ? line.substring(0, 200) : line;
        if (cut.chars().allMatch(letter -> letter >= 32 && letter < 127)) return cut;
        var words = new StringBuilder();
        for (int i = 0; i < cut.length(); ) {
            int end = Math.min(cut.length(), i + 12);
            if (end < cut.length() && Character.isHighSurrogate(cut.charAt(end - 1))) end++;
            var word = cut.substring(i, end).getBytes(StandardCharsets.UTF_8);
            if (i > 0) words.append("\n ");
            words.append("=?utf-8?B?")
                    .append(Base64.getEncoder().encodeToString(word))
                    .append("?=");
            i = end;
        }
        return words.toString();
    }

    @Override
    public String description() {
        return String.join(", ", to);
    }
}
