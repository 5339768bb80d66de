package io.tidewheel.server.endpoints.clients;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.tidewheel.engine.EndedChain;
import io.tidewheel.engine.RunStatus;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.Payload;
import io.tidewheel.model.Reason;
import io.tidewheel.protocol.wire.Result;
import io.tidewheel.protocol.wire.ResultState;
import io.tidewheel.protocol.wire.RunStatusNews;

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
}
