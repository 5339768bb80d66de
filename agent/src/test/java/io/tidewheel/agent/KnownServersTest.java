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
        assertThat(servers.find("https://west:7117", EAST)).hasValue(0);
        assertThat(servers.find("https://south:7117", EAST)).hasValue(0);
        assertThat(servers.count()).isEqualTo(3);
    }

    @Test
    void whoIsNotToldOfAnyMoreIsForgottenUnlessItWasGiven() {
        servers.learn(List.of("https://west:7117", "https://north:7117"), EAST);
        servers.learn(List.of("https://south:7117"), EAST);
        assertThat(known()).containsExactly("https://south:7117", "https://east:7117");
    }

    @Test
    void whatIsNoListChangesNothing() {
        servers.learn(List.of("https://west:7117"), EAST);
        servers.learn(List.of(), EAST);
        servers.learn(List.of("http://elsewhere:1"), EAST);
        assertThat(known()).containsExactly("https://west:7117", "https://east:7117");
    }

    /** Servers in pods have another address after each start. */
    @Test
    void theAgentGoesWhereItIsSentHoweverManyServersThereHaveBeen() {
        for (int i = 0; i < 1_000; i++) {
            servers.learn(List.of("https://pod%d:7117".formatted(i), "https://pod%d:7117".formatted(i + 1)), EAST);
            assertThat(servers.count()).isEqualTo(3);
        }
        servers.learn(
                IntStream.range(0, 100)
                        .mapToObj("https://many%d:7117"::formatted)
                        .toList(),
                EAST);
        var found = servers.find("https://new:7117", EAST);
        assertThat(servers.get(found.orElseThrow())).isEqualTo(URI.create("https://new:7117"));
        assertThat(servers.count()).isEqualTo(KnownServers.MOST);
        assertThat(known()).contains("https://east:7117");
    }

    private List<String> known() {
        return IntStream.range(0, servers.count())
                .mapToObj(i -> servers.get(i).toString())
                .toList();
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
