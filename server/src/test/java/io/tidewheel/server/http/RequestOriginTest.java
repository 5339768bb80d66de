package io.tidewheel.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestOriginTest {
    private static final TrustedProxies PROXIES = TrustedProxies.parse("10.0.0.7, 192.168.0.0/16,fd00::/8");
    private static final RequestHeaders FORWARDED = headers(Map.of(
            "Host", "127.0.0.1:7117",
            "X-Forwarded-For", "6.6.6.6, 1.2.3.4, 192.168.3.4",
            "X-Forwarded-Proto", "https",
            "X-Forwarded-Host", "work.example",
            "X-Forwarded-Prefix", "/tide/"));

    private static RequestHeaders headers(Map<String, String> values) {
        return name -> values.containsKey(name) ? List.of(values.get(name)) : List.of();
    }

    @Test
    void aTrustedProxyIsBelieved() {
        var origin = RequestOrigin.of("10.0.0.7", false, FORWARDED, PROXIES);
        assertThat(origin.source()).as("the last that is no proxy of ours").isEqualTo("1.2.3.4");
        assertThat(origin.base()).isEqualTo("https://work.example/tide");
        assertThat(origin.headers(FORWARDED).one("Host")).contains("work.example");
    }

    @Test
    void nobodyElseIsBelievedNorHeard() {
        for (var proxies : List.of(PROXIES, TrustedProxies.NONE)) {
            var origin = RequestOrigin.of("10.0.0.8", false, FORWARDED, proxies);
            assertThat(origin.source()).isEqualTo("10.0.0.8");
            assertThat(origin.base()).isEqualTo("http://127.0.0.1:7117");
            assertThat(origin.headers(FORWARDED).one("Host")).contains("127.0.0.1:7117");
            assertThat(origin.headers(FORWARDED).all("X-Forwarded-For")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a b", "//evil.example", "/a/../b\"", "javascript:x"})
    void aPrefixIsAPathOrNothing(String prefix) {
        var said = headers(Map.of("Host", "h", "X-Forwarded-Prefix", prefix));
        assertThat(RequestOrigin.of("10.0.0.7", true, said, PROXIES).base()).isEqualTo("https://h");
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.7, true",
        "10.0.0.8, false",
        "192.168.255.1, true",
        "192.169.0.1, false",
        "fd00::1, true",
        "fe80::1, false",
        "localhost, false"
    })
    void networksContainTheirAddresses(String address, boolean trusted) {
        assertThat(PROXIES.trusts(address)).isEqualTo(trusted);
    }

    @ParameterizedTest
    @ValueSource(strings = {"proxy.example", "10.0.0.0/33", "10.0.0", "10.0.0.0/x", "300.1.1.1", "::1/129"})
    void whatIsNoAddressIsRefused(String text) {
        assertThatThrownBy(() -> TrustedProxies.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text);
    }
}
