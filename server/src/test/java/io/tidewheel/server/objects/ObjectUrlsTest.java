package io.tidewheel.server.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.ObjectName;
import io.tidewheel.server.objects.ObjectPermission.Use;
import io.tidewheel.server.objects.ObjectUrls.Check;
import java.time.Instant;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ObjectUrlsTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final ObjectPermission GRANT =
            new ObjectPermission(Use.PUT, new ObjectName("run-1/2/out.txt"), 1_000, NOON);
    private static final Pattern URL = Pattern.compile("/objects/([^?]*)\\?until=([^&]*)&size=([^&]*)&signature=(.*)");

    private final ObjectUrls urls = new ObjectUrls(new byte[32]);

    @Test
    void whatWasMadeHereIsGoodUntilItsTimeIsOver() {
        var url = urls.sign(GRANT);
        assertThat(url).startsWith("/objects/run-1:2:out.txt?until=1767268800&size=1000&signature=");
        assertThat(check(urls, Use.PUT, url, NOON.minusSeconds(1))).isEqualTo(new Check.Granted(GRANT));
        assertThat(check(urls, Use.PUT, url, NOON)).isEqualTo(new Check.Expired(NOON));
    }

    @Test
    void everythingInItIsBound() {
        var url = urls.sign(GRANT);
        var before = NOON.minusSeconds(1);
        assertThat(check(urls, Use.GET, url, before)).isInstanceOf(Check.Forged.class);
        for (var change : new String[][] {
            {"out.txt", "other.txt"},
            {"run-1:2", "run-1:3"},
            {"until=1767268800", "until=1767268801"},
            {"until=", "until=0"},
            {"size=1000", "size=1001"},
            {"size=", "size=+"},
            {"size=1000", "size="},
            {"size=1000", "size=-1"},
            {"until=1767268800", "until=99999999999999999"},
            {"signature=", "signature=0"},
            {"out.txt", "..:out.txt"},
        }) {
            var changed = url.replace(change[0], change[1]);
            assertThat(changed).isNotEqualTo(url);
            assertThat(check(urls, Use.PUT, changed, before)).as(changed).isInstanceOf(Check.Forged.class);
        }
        for (int i = url.length() - 64; i < url.length(); i++) {
            var digit = url.charAt(i) == '0' ? '1' : '0';
            var changed = url.substring(0, i) + digit + url.substring(i + 1);
            assertThat(check(urls, Use.PUT, changed, before)).isInstanceOf(Check.Forged.class);
        }
    }

    @Test
    void anotherKeyMakesOtherAddresses() {
        var key = new byte[32];
        key[31] = 1;
        var url = new ObjectUrls(key).sign(GRANT);
        assertThat(check(urls, Use.PUT, url, NOON.minusSeconds(1))).isInstanceOf(Check.Forged.class);
        assertThatThrownBy(() -> new ObjectUrls(new byte[8])).hasMessageContaining("at least 32");
    }

    @Test
    void namesThatAreNoneAreRefused() {
        for (var name : new String[] {"", "/a", "a/", "a//b", "../a", "a/.b", "a:b", "a b", "ä", "x".repeat(200)}) {
            assertThatThrownBy(() -> new ObjectName(name)).hasMessageContaining("is not the name of an object");
        }
    }

    private static Check check(ObjectUrls urls, Use use, String url, Instant now) {
        var parts = URL.matcher(url);
        assertThat(parts.matches()).isTrue();
        return urls.check(use, parts.group(1), parts.group(2), parts.group(3), parts.group(4), now);
    }
}
