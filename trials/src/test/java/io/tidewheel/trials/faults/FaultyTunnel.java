package io.tidewheel.trials.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A network that can fail: whoever connects here is connected to the server, until the line is cut, or until bytes get stuck in one
 * direction or both. What got stuck arrives when the line heals, as with TCP.
 */
final class FaultyTunnel implements AutoCloseable {
    private final int target;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private boolean isCut;
    private boolean isStuckToServer;
    private boolean isStuckFromServer;

    private FaultyTunnel(int target, ServerSocket listener) {
        this.target = target;
        this.listener = listener;
    }

    static FaultyTunnel to(int port) {
        try {
            var tunnel = new FaultyTunnel(port, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
            Thread.ofVirtual().name("tunnel").start(tunnel::accept);
            return tunnel;
        } catch (IOException error) {
            throw new UncheckedIOException("no free port on the loopback address", error);
        }
    }

    URI url() {
        return TrialSite.url(listener.getLocalPort());
    }

    /** Every connection breaks, and new ones break at once. */
    void cut() {
        synchronized (this) {
            isCut = true;
        }
        sockets.forEach(FaultyTunnel::close);
    }

    /** Connections stay open, but nothing arrives. */
    void stall() {
        stall(true, true);
    }

    void stallToServer() {
        stall(true, false);
    }

    void stallFromServer() {
        stall(false, true);
    }

    private synchronized void stall(boolean toServer, boolean fromServer) {
        isStuckToServer = toServer;
        isStuckFromServer = fromServer;
    }

    /** All is well again. */
    synchronized void heal() {
        isCut = false;
        isStuckToServer = false;
        isStuckFromServer = false;
        notifyAll();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException harmless) {
            // it is of no use any more
        }
        cut();
        heal();
    }

    private void accept() {
        try {
            while (true) {
                var near = listener.accept();
                Thread.ofVirtual().start(() -> connect(near));
            }
        } catch (IOException closed) {
            // the end
        }
    }

    private void connect(Socket near) {
        var far = new Socket();
        sockets.add(near);
        sockets.add(far);
        try {
            pass(true);
            far.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target), 5_000);
            Thread.ofVirtual().start(() -> copy(near, far, true));
            copy(far, near, false);
        } catch (IOException | InterruptedException broken) {
            close(near);
            close(far);
        }
        sockets.remove(near);
        sockets.remove(far);
    }

    private void copy(Socket from, Socket to, boolean toServer) {
        var bytes = new byte[16 << 10];
        try {
            for (int count = from.getInputStream().read(bytes);
                    count >= 0;
                    count = from.getInputStream().read(bytes)) {
                pass(toServer);
                to.getOutputStream().write(bytes, 0, count);
            }
            pass(toServer);
        } catch (IOException | InterruptedException broken) {
            // both ends come to know
        }
        close(from);
        close(to);
    }

    /** Waits while nothing gets through in that direction. */
    private synchronized void pass(boolean toServer) throws IOException, InterruptedException {
        while (!isCut && (toServer ? isStuckToServer : isStuckFromServer)) wait();
        if (isCut) throw new IOException("the line is cut");
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException harmless) {
            // it is of no use any more
        }
    }
}
