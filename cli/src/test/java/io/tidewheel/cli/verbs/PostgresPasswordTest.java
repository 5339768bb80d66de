package io.tidewheel.cli.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresPasswordTest {
    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://host:5432/tidewheel?user=a&password=b, true",
        "jdbc:postgresql://host/tidewheel?password=b&user=a, true",
        "postgresql://a:b@host/tidewheel, true",
        "postgresql://a@host:5432/tidewheel, false",
        "jdbc:postgresql://host:5432/tidewheel?user=a, false",
        "jdbc:postgresql://host:5432/tidewheel, false"
    })
    void aPasswordInAnAddressIsSeen(String url, boolean shows) {
        assertThat(ServerStart.showsPassword(url)).isEqualTo(shows);
    }
}
