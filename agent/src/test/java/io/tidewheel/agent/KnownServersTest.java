package io.tidewheel.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KnownServersTest {
    private static final URI EAST = URI.create("https://east:7117");

    private final KnownServers servers = new KnownServers(List.of(EAST));

    @Test
    void aServerThatIsToldOfIsKnownOnce() {
        servers.learn(List.of("https://west:7117", "https://east:7117", "https://west:7117"), EAST);
        assertThat(servers.count()).isEqualTo(2);
        assertThat(servers.find("https://west:7117", EAST)).hasValue(1);
        assertThat(servers.find("https://south:7117", EAST)).hasValue(2);
    }

    @Test
    void oneThatWouldBeReachedInAnotherWayOrIsThisMachineIsNotBelieved() {
        servers.learn(
                List.of("http://west:7117", "https://127.0.0.1:7117", "https://[::1]:7117", "https://localhost:1"),
                EAST);
        servers.learn(List.of("", "nonsense", "https://a:b@west:1", "https://", ":", "https:west"), EAST);
        assertThat(servers.count()).isEqualTo(1);
        assertThat(servers.find("", EAST)).isEmpty();
    }

    @Test
    void onThisMachineServersOfThisMachineAreBelieved() {
        var local = URI.create("http://127.0.0.1:7117");
        var known = new KnownServers(List.of(local));
        known.learn(List.of("http://localhost:7118"), local);
        assertThat(known.count()).isEqualTo(2);
    }

    @Test
    void thereIsALimit() {
        servers.learn(
                IntStream.range(0, 1_000)
                        .mapToObj(i -> "https://server%d:7117".formatted(i))
                        .toList(),
                EAST);
        assertThat(servers.count()).isEqualTo(KnownServers.MOST);
    }
}
