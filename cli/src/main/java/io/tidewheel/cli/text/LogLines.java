package io.tidewheel.cli.text;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Output of a task on its way to the screen: with a prefix, only lines that match, harmless on a terminal. Unchanged if none of that is wanted. */
public final class LogLines extends OutputStream {
    private static final int LONGEST_LINE = 1 << 20;

    /** The reader of our output has gone. */
    public static final class ReaderGone extends IOException {
        private static final long serialVersionUID = 1L;

        ReaderGone(IOException cause) {
            super("nobody reads the output any more", cause);
        }
    }

    private final OutputStream to;
    private final String prefix;
    private final @Nullable Pattern pattern;
    private final boolean terminal;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    public LogLines(OutputStream to, String prefix, @Nullable Pattern pattern, boolean terminal) {
        this.to = to;
        this.prefix = prefix;
        this.pattern = pattern;
        this.terminal = terminal;
    }

    @Override
    public void write(int next) throws IOException {
        write(new byte[] {(byte) next}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (prefix.isEmpty() && pattern == null && !terminal) {
            pass(bytes, offset, length);
            return;
        }
        for (int i = offset; i < offset + length; i++) {
            if (bytes[i] != '\n') line.write(bytes[i]);
            if (bytes[i] == '\n' || line.size() >= LONGEST_LINE) end();
        }
    }

    private void end() throws IOException {
        var text = line.toString(StandardCharsets.UTF_8);
        if (pattern == null || pattern.matcher(text).find()) {
            var out = new ByteArrayOutputStream(line.size() + prefix.length() + 1);
            out.writeBytes(prefix.getBytes(StandardCharsets.UTF_8));
            out.writeBytes(
                    terminal
                            ? SafeText.line(text.replace("\t", "        ")).getBytes(StandardCharsets.UTF_8)
                            : line.toByteArray());
            out.write('\n');
            pass(out.toByteArray(), 0, out.size());
        }
        line.reset();
    }

    private void pass(byte[] bytes, int offset, int length) throws IOException {
        try {
            to.write(bytes, offset, length);
        } catch (IOException gone) {
            throw new ReaderGone(gone);
        }
    }

    @Override
    public void flush() throws IOException {
        to.flush();
    }

    /** The last line may lack its end. What is below stays open. */
    @Override
    public void close() throws IOException {
        if (line.size() > 0) end();
        to.flush();
    }
}
