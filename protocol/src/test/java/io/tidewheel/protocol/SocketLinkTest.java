package io.tidewheel.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.BytesValue;
import com.google.protobuf.Int64Value;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SocketLinkTest extends LinkContract {
    private Socket leftSocket = new Socket();

    @Override
    MemoryLink.Pair<BytesValue, Int64Value> open() throws IOException {
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            leftSocket = new Socket(listener.getInetAddress(), listener.getLocalPort());
            var rightSocket = listener.accept();
            return new MemoryLink.Pair<>(
                    SocketLink.open(leftSocket, leftSocket, input(leftSocket), Int64Value.parser(), LIMITS),
                    SocketLink.open(rightSocket, rightSocket, input(rightSocket), BytesValue.parser(), LIMITS));
        }
    }

    @Test
    void aResetIsSeenAtOnce() throws Exception {
        var received = threads.submit(right::receive);
        leftSocket.setSoLinger(true, 0);
        leftSocket.close();
        assertThatThrownBy(received::get)
                .cause()
                .isInstanceOf(LinkException.class)
                .hasMessageContaining("broke");
    }

    @ParameterizedTest
    @CsvSource({
        "8080808010, exceeds the limit",
        "ffffffffff0f, more than five bytes",
        "474554202f, no message of this protocol",
        "03ffffff, no message of this protocol",
        "81808003, exceeds the limit",
    })
    void garbageIsNamed(String bytes, String complaint) throws Exception {
        leftSocket.getOutputStream().write(HexFormat.of().parseHex(bytes));
        leftSocket.getOutputStream().write(new byte[100]);
        assertThatThrownBy(right::receive).isInstanceOf(BadFrame.class).hasMessageContaining(complaint);
        right.send(Int64Value.of(7));
        assertThat(left.receive()).contains(Int64Value.of(7));
    }

    @ParameterizedTest
    @CsvSource({"80, inside a frame's length", "05aabb, after 2 of 5 bytes", "808008aabb, after 2 of 131072 bytes"})
    void aStreamThatEndsInsideAFrameIsBroken(String bytes, String complaint) throws Exception {
        leftSocket.getOutputStream().write(HexFormat.of().parseHex(bytes));
        leftSocket.shutdownOutput();
        assertThatThrownBy(right::receive).isInstanceOf(LinkException.class).hasMessageContaining(complaint);
    }

    private static BufferedInputStream input(Socket socket) throws IOException {
        return new BufferedInputStream(socket.getInputStream());
    }
}
