package io.tidewheel.server.endpoints.clients;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnsafeByteOperations;
import io.tidewheel.engine.EndedChain;
import io.tidewheel.engine.RunStatus;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.protocol.wire.OpenRunRequest;
import io.tidewheel.protocol.wire.Result;
import io.tidewheel.protocol.wire.ResultState;
import io.tidewheel.protocol.wire.RunStatusNews;
import io.tidewheel.server.endpoints.KeyedSubmission;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Between the engine's words and the messages for clients on the wire. */
final class ClientWireCodec {
    private ClientWireCodec() {}

    static Result result(EndedChain chain) {
        return Result.newBuilder()
                .setIndex(chain.index())
                .setState(state(chain.state()))
                .setExitCode(chain.exitCode())
                .setAttempt(chain.attempt())
                .setOutcome(bytes(chain.report()))
                .setReason(chain.reason() == Reason.NONE ? "" : chain.reason().name())
                .build();
    }

    private static ResultState state(ChainState state) {
        return switch (state) {
            case SUCCEEDED -> ResultState.RESULT_SUCCEEDED;
            case FAILED -> ResultState.RESULT_FAILED;
            case CANCELLED -> ResultState.RESULT_CANCELLED;
            case READY, DELAYED, RUNNING, HELD -> throw new IllegalStateException("no result in state " + state);
        };
    }

    static RunStatusNews status(RunStatus status) {
        return RunStatusNews.newBuilder()
                .setRun(status.id().number())
                .setState(status.state().name())
                .setSize(status.size())
                .setSucceeded(status.totals().succeeded())
                .setFailed(status.totals().failed())
                .setCancelled(status.totals().cancelled())
                .setFinal(status.state().isFinal())
                .build();
    }

    private static ByteString bytes(Payload payload) {
        return payload.isEmpty() ? ByteString.EMPTY : UnsafeByteOperations.unsafeWrap(payload.bytes());
    }

    static Payload payload(ByteString bytes) {
        return bytes.isEmpty() ? Payload.NONE : Payload.of(bytes.toByteArray());
    }

    /**
     * What the request asks for. Whether its results are watched is no part of that; nor is the deadline, which is made from the time that is left
     * and so another one whenever the same is asked for again.
     */
    static KeyedSubmission print(OpenRunRequest open) {
        if (open.getKey().isEmpty()) return KeyedSubmission.WITHOUT_KEY;
        var asked =
                open.toBuilder().clearKey().clearWatch().clearDeadlineMicros().build();
        var bytes = new byte[asked.getSerializedSize()];
        var written = CodedOutputStream.newInstance(bytes);
        written.useDeterministicSerialization();
        try {
            asked.writeTo(written);
        } catch (IOException impossible) {
            throw new IllegalStateException("an array can be written to", impossible);
        }
        var digest = KeyedSubmission.digest();
        digest.update("open".getBytes(StandardCharsets.UTF_8));
        return KeyedSubmission.of(digest.digest(bytes));
    }
}
