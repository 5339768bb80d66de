package io.tidewheel.protocol.links;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.Function;

/**
 * What came of a question.
 *
 * @param status as in HTTP
 * @param header looks up a header by its name, in whatever letters
 * @param body comes as it comes
 */
public record ApiReply(int status, Function<String, Optional<String>> header, InputStream body)
        implements AutoCloseable {
    @Override
    public void close() throws IOException {
        body.close();
    }
}
