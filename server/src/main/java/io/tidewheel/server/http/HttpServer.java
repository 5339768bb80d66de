package io.tidewheel.server.http;

import io.helidon.webserver.CloseConnectionException;
import io.tidewheel.protocol.MemoryBudget;
import io.tidewheel.protocol.OutgoingBudget;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.server.access.Credentials;
import io.tidewheel.server.http.websocket.WebSocketHandshake;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Listens on one port, gives every connection a virtual thread, and watches that none is held by a peer that is slow or silent. */
public final class HttpServer implements AutoCloseable {
    private static final Logger LOG = System.getLogger(HttpServer.class.getName());
    private static final int BACKLOG = 1024;
    private static final double FRAMES_OF_HEAP = 1 / 8d;
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(100);
    /** Looking for them costs as much as there are connections: so this part of all goes at a time. */
    private static final int GONE_AT_ONCE = 64;

    private final HttpSettings settings;
    private final ServerSocket listener;
    private final Http1 http;
    private final RequestDispatcher dispatcher;
    /** What connections of HTTP/2 take before anything is asked on them. */
    private final MemoryBudget frames = MemoryBudget.ofHeap(FRAMES_OF_HEAP);

    private final OutgoingBudget outgoing;
    private final StatusCounts tallies;
    private final Semaphore free;
    private final Set<HttpConnection> connections = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile boolean stopping;

    private HttpServer(
            HttpSettings settings, RequestGate gate, long maxBodyBytes, ServerSocket listener, StatusCounts tallies) {
        this.settings = settings;
        this.listener = listener;
        this.tallies = tallies;
        dispatcher = new RequestDispatcher(gate, settings.links(), settings.proxies(), settings.watchers(), tallies);
        outgoing = dispatcher.outgoing();
        http = new Http1(
                new Http1Routing(dispatcher),
                List.of(
                        Http1Routing.upgrade(StreamDialer.PROTOCOL, dispatcher::link),
                        Http1Routing.upgrade(WebSocketHandshake.NAME, dispatcher::socket)),
                maxBodyBytes,
                threads);
        free = new Semaphore(settings.maxConnections());
    }

    /**
     * Begins to listen; when it returns, connections are accepted.
     *
     * @param tallies counts what is answered
     */
    public static HttpServer open(
            HttpSettings settings, RouteTable routes, Credentials credentials, StatusCounts tallies)
            throws IOException {
        var listener = new ServerSocket();
        try {
            listener.bind(settings.bind(), BACKLOG);
        } catch (IOException e) {
            listener.close();
            throw new IOException("cannot listen on %s: %s".formatted(settings.bind(), e.getMessage()), e);
        }
        var server = new HttpServer(
                settings,
                new RequestGate(routes, credentials, settings.names(), tallies.failures()),
                routes.maxBodyBytes(),
                listener,
                tallies);
        Thread.ofVirtual().name("http").start(server::accept);
        Thread.ofVirtual().name("http-watch").start(server::watch);
        return server;
    }

    /** The address at which it listens, with the port the system chose. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.getLocalSocketAddress();
    }

    /** How many are open now. */
    int connections() {
        return connections.size();
    }

    /**
     * Accepts nothing more, lets requests that are being answered come to their end, then closes what is left. Streams and event
     * sources should have been ended before by those who serve them.
     */
    public void stop(Duration grace) {
        stopping = true;
        closeListener();
        connections.forEach(HttpConnection::stop);
        threads.shutdown();
        try {
            if (!threads.awaitTermination(grace.toNanos(), TimeUnit.NANOSECONDS)) {
                connections.forEach(HttpConnection::close);
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            connections.forEach(HttpConnection::close);
            Thread.currentThread().interrupt();
        }
    }

    /** Stops without grace. */
    @Override
    public void close() {
        stop(Duration.ZERO);
    }

    private void accept() {
        while (!stopping) {
            takePlace();
            try {
                begin(listener.accept());
            } catch (IOException | OutOfMemoryError e) {
                free.release();
                pauseAfter(e);
            }
        }
    }

    /** If all places are taken, those go that ask for nothing: otherwise whoever holds many would keep everybody else out. */
    private void takePlace() {
        while (!stopping && !free.tryAcquire()) {
            sendAwayIdle();
            if (isPlaceSoon()) return;
        }
    }

    /** Takes a place that becomes free in a moment. */
    private boolean isPlaceSoon() {
        try {
            return free.tryAcquire(PAUSE_AFTER_FAILURE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** A few at a time, and first those that would have to go first anyway: who began a request and does not go on. */
    private void sendAwayIdle() {
        long now = System.nanoTime();
        // Deadlines change all the time: what is sorted is how they stand at one moment.
        var idle = connections.stream()
                .filter(HttpConnection::isIdle)
                .map(connection -> new IdleConnection(connection, connection.deadline() - now))
                .sorted(Comparator.comparingLong(IdleConnection::nanosLeft))
                .limit(1 + settings.maxConnections() / GONE_AT_ONCE)
                .toList();
        idle.forEach(each -> each.connection.close());
        tallies.sentAway(idle.size());
    }

    private record IdleConnection(HttpConnection connection, long nanosLeft) {}

    private void begin(Socket carrier) throws IOException {
        try {
            threads.execute(() -> serve(carrier));
        } catch (RejectedExecutionException e) {
            carrier.close();
            throw new IOException("the server is closing", e);
        }
    }

    /** Running out of file descriptors passes: the listener must outlive it. */
    private void pauseAfter(Throwable failure) {
        if (stopping) {
            return;
        }
        LOG.log(Level.WARNING, "could not accept a connection", failure);
        sendAwayIdle();
        pause(PAUSE_AFTER_FAILURE);
    }

    private void serve(Socket carrier) {
        try (carrier) {
            carrier.setTcpNoDelay(true);
            var connection =
                    new HttpConnection(carrier, secured(carrier), settings.patience(), http, http.router(), outgoing);
            connections.add(connection);
            try {
                converse(connection);
            } finally {
                connections.remove(connection);
                connection.takeWatcher().close();
                connection.close();
            }
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "a connection failed at its begin", e);
        } finally {
            free.release();
        }
    }

    private void converse(HttpConnection connection) {
        if (stopping) {
            return;
        }
        try {
            if (!servesFrames(connection)) {
                http.serve(connection);
                connection.farewell();
            }
        } catch (CloseConnectionException | IOException e) {
            LOG.log(Level.TRACE, "a connection ended", e);
            connection.farewell();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "a connection ended by a mistake of ours", e);
        } catch (OutOfMemoryError | StackOverflowError e) {
            LOG.log(Level.WARNING, "a connection is closed, since there is no memory for it: " + e.getMessage());
        }
    }

    /** Where there is no memory for HTTP/2 it is not offered; clients then speak HTTP/1.1. */
    private boolean servesFrames(HttpConnection connection) throws IOException, InterruptedException {
        try (var memory = frames.open()) {
            boolean isOffered = memory.take(Http2Server.CONNECTION_BYTES, Duration.ZERO);
            if (!connection.speaksFrames(isOffered)) return false;
            new Http2Server(connection, dispatcher, threads, memory).serve();
            return true;
        }
    }

    private Socket secured(Socket carrier) throws IOException {
        return settings.tls().isEmpty()
                ? carrier
                : settings.tls()
                        .get()
                        .get()
                        .getSocketFactory()
                        .createSocket(carrier, InputStream.nullInputStream(), true);
    }

    private void watch() {
        while (!stopping || !connections.isEmpty()) {
            pause(settings.patience().watchInterval());
            try {
                closeOverdue();
            } catch (OutOfMemoryError e) {
                LOG.log(
                        Level.WARNING,
                        "connections could not be looked after, the next time may do: " + e.getMessage());
            }
        }
    }

    private void closeOverdue() {
        long now = System.nanoTime();
        for (var connection : connections) {
            if (connection.isOverdue(now)) {
                connection.close();
            }
        }
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeListener() {
        try {
            listener.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "the listener complained when it was closed", e);
        }
    }
}
