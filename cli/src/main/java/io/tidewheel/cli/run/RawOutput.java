package io.tidewheel.cli.run;

import com.google.protobuf.ByteString;
import io.tidewheel.cli.text.Console;
import io.tidewheel.protocol.wire.Output;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.Consumer;

/** Passes the output of a single command on, byte for byte: its standard output to ours, its standard error to ours. */
final class RawOutput implements Consumer<Output> {
    private final Console console;
    private final Runnable whenNobodyReads;
    private volatile boolean broken;
    private int attempt;
    private long outSeen;
    private long errSeen;

    /** @param whenNobodyReads called once when the reader of our output has gone */
    RawOutput(Console console, Runnable whenNobodyReads) {
        this.console = console;
        this.whenNobodyReads = whenNobodyReads;
    }

    /** Pieces that come twice, because a connection broke, are passed on once. */
    @Override
    public synchronized void accept(Output piece) {
        if (piece.getAttempt() != attempt) {
            attempt = piece.getAttempt();
            outSeen = 0;
            errSeen = 0;
        }
        long seen = piece.getStderr() ? errSeen : outSeen;
        long end = piece.getOffset() + piece.getBytes().size();
        if (end <= seen) return;
        var fresh = piece.getBytes().substring((int) Math.max(0, seen - piece.getOffset()));
        if (piece.getStderr()) errSeen = end;
        else outSeen = end;
        write(fresh, piece.getStderr() ? console.rawErr() : console.rawOut());
    }

    private void write(ByteString bytes, OutputStream to) {
        if (broken) return;
        try {
            bytes.writeTo(to);
            to.flush();
        } catch (IOException gone) {
            broken = true;
            whenNobodyReads.run();
        }
    }

    boolean isBroken() {
        return broken;
    }
}
