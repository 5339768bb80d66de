package io.tidewheel.protocol;

import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * Opens streams to a server: connects, asks over HTTP for the upgrade and hands back the link. It tries once; whoever calls decides
 * whether and when to try again.
 */
public final class StreamDialer {
    /** What the Upgrade header says. */
    public static final String PROTOCOL = "tidewheel";

    private static final int BUFFER_BYTES = 8 << 10;
    private static final int MAX_HEAD_BYTES = 16 << 10;
    private static final int MAX_REFUSAL_BYTES = 64 << 10;

    private final URI server;
    private final Optional<SSLContext> tls;
    private final Duration patience;
    private final LinkLimits limits;

    /**
     * @param server scheme, host and port; {@code https} needs no context of its own unless the certificate is a private one
     * @param tls whom to trust; empty: whom the JDK trusts
     * @param patience how long to wait for the connection, and then for each step of the answer
     */
    public StreamDialer(URI server, Optional<SSLContext> tls, Duration patience, LinkLimits limits) {
        this.server = checked(server);
        this.tls = tls;
        this.patience = patience;
        this.limits = limits;
    }

    /**
     * Opens the stream at {@code path}.
     *
     * @throws StreamRefused if the server answers with anything but the upgrade
     */
    public <O extends MessageLite, I extends MessageLite> Link<O, I> dial(String path, String token, Parser<I> parser)
            throws LinkException {
        var request = request(path, token);
        @SuppressWarnings("resource") // the link closes it
        var carrier = new Socket();
        try {
            connect(carrier);
            var socket = secured(carrier);
            socket.getOutputStream().write(request);
            var in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
            expectUpgrade(in);
            return SocketLink.open(carrier, socket, in, parser, limits);
        } catch (IOException e) {
            closeQuietly(carrier);
            throw e instanceof LinkException known ? known : new LinkException(explained(e), e);
        }
    }

    private void connect(Socket carrier) throws IOException {
        var address = new InetSocketAddress(server.getHost(), port());
        if (address.isUnresolved()) {
            throw new UnknownHostException("no such host");
        }
        carrier.setTcpNoDelay(true);
        carrier.connect(address, millis());
        carrier.setSoTimeout(millis());
    }

    private Socket secured(Socket carrier) throws IOException {
        if (!isSecure()) {
            return carrier;
        }
        var context = tls.isPresent() ? tls.get() : PemFiles.publicTrust();
        var socket = (SSLSocket) context.getSocketFactory().createSocket(carrier, server.getHost(), port(), true);
        var parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private byte[] request(String path, String token) {
        if (!path.matches("/[!-~]*")) {
            throw new IllegalArgumentException("'%s' is no path".formatted(path));
        }
        if (!token.matches("[!-~]+")) {
            throw new IllegalArgumentException(
                    "the token is empty or contains blanks or unprintable characters: copy it again, without quotes"
                            + " and line ends");
        }
        return """
            GET %s HTTP/1.1\r
            Host: %s\r
            Connection: Upgrade\r
            Upgrade: %s\r
            Authorization: Bearer %s\r
            \r
            """.formatted(path, server.getRawAuthority(), PROTOCOL, token).getBytes(StandardCharsets.US_ASCII);
    }

    private static void expectUpgrade(InputStream in) throws IOException {
        var head = head(in);
        int status = status(head[0]);
        if (status != 101) {
            throw new StreamRefused(status, refusal(in, head));
        }
        if (!PROTOCOL.equals(header(head, "upgrade").orElse(""))) {
            throw new LinkException(
                    "the server switched to another protocol than " + PROTOCOL + ": is this a tidewheel server?");
        }
    }

    private static String[] head(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        for (int matched = 0; matched < 4; ) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the connection was closed before an answer came: is this a tidewheel server?");
            }
            bytes.write(next);
            if (bytes.size() > MAX_HEAD_BYTES) {
                throw new LinkException(
                        "the answer's head exceeds %d bytes: is this a tidewheel server?".formatted(MAX_HEAD_BYTES));
            }
            matched = next == "\r\n\r\n".charAt(matched) ? matched + 1 : next == '\r' ? 1 : 0;
        }
        return bytes.toString(StandardCharsets.ISO_8859_1).split("\r\n");
    }

    private static int status(String line) throws LinkException {
        if (!line.matches("HTTP/1\\.[01] [1-5][0-9]{2}( .*)?")) {
            throw new LinkException("the answer is not HTTP: is this a tidewheel server, and is it http or https?");
        }
        return Integer.parseInt(line.substring(9, 12));
    }

    private static Optional<String> header(String[] head, String name) {
        return Arrays.stream(head)
                .skip(1)
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst();
    }

    private static String refusal(InputStream in, String[] head) throws IOException {
        var length = header(head, "content-length")
                .filter(text -> text.matches("[0-9]{1,9}"))
                .map(Integer::parseInt);
        int bytes = Math.min(length.orElse(0), MAX_REFUSAL_BYTES);
        return new String(in.readNBytes(bytes), StandardCharsets.UTF_8);
    }

    private String explained(IOException e) {
        return switch (e) {
            case UnknownHostException _ -> "there is no host '%s'".formatted(server.getHost());
            case SocketTimeoutException _ -> "%s did not answer within %d ms".formatted(server, millis());
            default -> "no stream from %s: %s".formatted(server, e.getMessage());
        };
    }

    private static URI checked(URI server) {
        boolean known = "http".equals(server.getScheme()) || "https".equals(server.getScheme());
        if (!known || server.getHost() == null || server.getUserInfo() != null) {
            throw new IllegalArgumentException(
                    "'%s' is no address of a server: write http://HOST:PORT or https://HOST:PORT".formatted(server));
        }
        return server;
    }

    private boolean isSecure() {
        return "https".equals(server.getScheme());
    }

    private int port() {
        return server.getPort() > 0 ? server.getPort() : isSecure() ? 443 : 80;
    }

    private int millis() {
        return Math.clamp(patience.toMillis(), 1, Integer.MAX_VALUE);
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is of no use any more.
        }
    }
}
