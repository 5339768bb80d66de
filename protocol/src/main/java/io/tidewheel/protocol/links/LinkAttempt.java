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
            return endOf(opening, new LinkException("no answer within %d ms".formatted(limit.toMillis())));
        } catch (ExecutionException failed) {
            throw why(failed);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            return endOf(opening, new LinkException("interrupted"));
        }
    }

    /** Ends the opening with a failure, unless it has just come to its own end. */
    private static <T> T endOf(CompletableFuture<T> opening, LinkException late) throws LinkException {
        opening.completeExceptionally(late);
        try {
            return opening.join();
        } catch (CompletionException failed) {
            throw why(failed);
        }
    }

    private static LinkException why(Exception failed) {
        return switch (failed.getCause()) {
            case LinkException known -> known;
            case RuntimeException known -> throw known;
            case null, default -> new LinkException(String.valueOf(failed.getMessage()), failed);
        };
    }
}
