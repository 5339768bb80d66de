package io.tidewheel.protocol.links;

import com.google.protobuf.MessageLite;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One attempt to reach a server where there are others: it does not take longer than it may, whatever the way there does. */
public final class LinkAttempt {
    private LinkAttempt() {}

    /** Opens a link. One that comes too late is closed. */
    public static <O extends MessageLite, I extends MessageLite> Link<O, I> open(
            LinkOpener<O, I> opener, Duration limit) throws LinkException {
        var opening = new CompletableFuture<Link<O, I>>();
        Thread.ofVirtual().name("dial").start(() -> {
            try {
                var link = opener.open();
                if (!opening.complete(link)) link.close();
            } catch (LinkException | RuntimeException failed) {
                opening.completeExceptionally(failed);
            }
        });
        return await(opening, limit);
    }

    private static <T> T await(CompletableFuture<T> opening, Duration limit) throws LinkException {
        try {
            return opening.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException slow) {
            var late = new LinkException("no answer within %d ms".formatted(limit.toMillis()));
            if (opening.completeExceptionally(late)) throw late;
            return opening.join();
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof LinkException known) throw known;
            if (failed.getCause() instanceof RuntimeException known) throw known;
            throw new CompletionException(failed.getCause());
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            var gone = new LinkException("interrupted");
            if (opening.completeExceptionally(gone)) throw gone;
            return opening.join();
        }
    }
}
