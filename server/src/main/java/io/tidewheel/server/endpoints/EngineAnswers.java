package io.tidewheel.server.endpoints;

import io.tidewheel.model.Refusal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for what the engine answers; it is durable then. */
public final class EngineAnswers {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private EngineAnswers() {}

    public static <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.get(PATIENCE.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) throw cause;
            throw new IllegalStateException(failed.getCause());
        } catch (TimeoutException slow) {
            throw new Refusal(
                    Refusal.Kind.UNAVAILABLE,
                    "the store did not answer within %d s; whether the request was carried out is not known: ask, or repeat it with the same Idempotency-Key"
                            .formatted(PATIENCE.toSeconds()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new Refusal(Refusal.Kind.UNAVAILABLE, "the server stops");
        }
    }
}
