package io.tidewheel.protocol;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** A link over a socket whose upgrade is done. A virtual thread of its own writes, so that a slow peer stops nobody who only offers. */
public final class SocketLink<O extends MessageLite, I extends MessageLite> implements Link<O, I> {
    private static final Logger LOG = System.getLogger(SocketLink.class.getName());
    private static final int BUFFER_BYTES = 32 << 10;

    private final Socket carrier;
    private final Socket socket;
    private final InputStream in;
    private final MessageFrames<I> frames;
    private final LinkLimits limits;
    private final SendQueue<O> outbox;
    private final Thread writer;
    private final ReentrantLock receiving = new ReentrantLock();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean isSpoiled;
    /** What the message received last takes. */
    private final AtomicReference<HeldMemory> memory = new AtomicReference<>(HeldMemory.NONE);

    private SocketLink(Socket carrier, Socket socket, InputStream in, Parser<I> parser, LinkLimits limits) {
        this.carrier = carrier;
        this.socket = socket;
        this.in = in;
        this.limits = limits;
        frames = new MessageFrames<>(socket, in, parser, limits);
        outbox = new SendQueue<>(limits.maxPendingBytes(), limits.outgoing(), this::endSlow);
        writer = Thread.ofVirtual()
                .name("link-writer " + socket.getRemoteSocketAddress())
                .unstarted(this::write);
    }

    /**
     * @param carrier the TCP socket: closing it frees every thread, whatever lies above it
     * @param socket the same, or the TLS socket above it
     * @param in the buffered input of {@code socket}, behind the upgrade
     */
    public static <O extends MessageLite, I extends MessageLite> SocketLink<O, I> open(
            Socket carrier, Socket socket, InputStream in, Parser<I> parser, LinkLimits limits) throws IOException {
        carrier.setTcpNoDelay(true);
        carrier.setKeepAlive(true);
        socket.setSoTimeout(0);
        var link = new SocketLink<O, I>(carrier, socket, in, parser, limits);
        link.writer.start();
        return link;
    }

    @Override
    public void send(O message) throws LinkException {
        outbox.put(message, limits.cost(message));
    }

    @Override
    public boolean offer(O message) throws LinkException {
        return outbox.offer(message, limits.cost(message));
    }

    @Override
    public Optional<I> receive() throws LinkException {
        receiving.lock();
        try {
            memory.getAndSet(HeldMemory.NONE).close();
            return closed.get() ? Optional.empty() : frames.read().map(this::remember);
        } catch (LinkException e) {
            isSpoiled |= e instanceof BadFrame;
            throw e;
        } catch (IOException e) {
            if (closed.get()) {
                return Optional.empty();
            }
            isSpoiled |= e instanceof SSLException || e instanceof EOFException;
            throw new LinkException("the link to %s broke: %s".formatted(peer(), e.getMessage()), e);
        } finally {
            receiving.unlock();
        }
    }

    /** Whether something came that is no message: changed, repeated or cut on the way (as TLS finds out), or never one. */
    public boolean isSpoiled() {
        return isSpoiled;
    }

    private I remember(MessageFrames.Received<I> received) {
        memory.set(received.memory());
        return received.message();
    }

    @Override
    public HeldMemory takeOver() {
        return memory.getAndSet(HeldMemory.NONE);
    }

    @Override
    public void finish(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        outbox.close();
        try {
            if (writer.join(patience) && !closed.get()) {
                socket.shutdownOutput();
                awaitEndOfInput(end);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // The other end has gone first: there is nothing left to be polite to.
        } finally {
            close();
        }
    }

    /** Closing a socket with unread input resets it, and a reset can overtake what we sent last; so the input is read to its end. */
    private void awaitEndOfInput(long end) throws IOException, InterruptedException {
        if (!receiving.tryLock(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            return;
        }
        try {
            var ignored = new byte[BUFFER_BYTES];
            int read = 0;
            for (long left = end - System.nanoTime(); read >= 0 && left > 0; left = end - System.nanoTime()) {
                socket.setSoTimeout((int) Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
                read = in.read(ignored);
            }
        } finally {
            receiving.unlock();
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            breakOff(null);
            memory.getAndSet(HeldMemory.NONE).close();
        }
    }

    @Override
    public String peer() {
        return String.valueOf(socket.getRemoteSocketAddress());
    }

    private void write() {
        try {
            var out = socket.getOutputStream();
            for (var batch = outbox.take(); !batch.isEmpty(); batch = outbox.take()) {
                outbox.gone(write(batch, out));
            }
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            breakOff(e);
        }
    }

    /** The buffer lives only as long as the batch: most links are silent most of the time, and there may be many. */
    private long write(List<O> batch, OutputStream out) throws IOException {
        long bytes = 0;
        for (var message : batch) {
            bytes += limits.cost(message);
        }
        var coded = CodedOutputStream.newInstance(out, (int) Math.min(bytes, BUFFER_BYTES));
        for (var message : batch) {
            MessageFrames.write(message, coded);
        }
        coded.flush();
        return bytes;
    }

    private void endSlow(String why) {
        LOG.log(Level.INFO, "the link to %s is closed: %s".formatted(peer(), why));
        breakOff(new IOException(why));
    }

    @Override
    public HeldMemory holding(long bytes) {
        outbox.reader().waits(bytes);
        return () -> outbox.reader().took(bytes);
    }

    private void breakOff(@Nullable Throwable cause) {
        outbox.breakOff(cause);
        try {
            carrier.close();
        } catch (IOException e) {
            // Closing a TCP socket frees it even when it complains.
        }
    }
}
