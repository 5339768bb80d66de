package io.tidewheel.storage.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PostgresAddressTest {
    @Test
    void anAddressMayCarryUserPasswordAndOptions() {
        var address = PostgresAddress.parse("postgresql://me:se%40cr+et@db.example.org:6543/wheel?currentSchema=x");
        assertThat(address)
                .isEqualTo(new PostgresAddress(
                        "jdbc:postgresql://db.example.org:6543/wheel?currentSchema=x",
                        Optional.of("me"),
                        Optional.of("se@cr+et")));
        assertThat(address).hasToString("PostgreSQL at db.example.org:6543/wheel");
    }

    @Test
    void whatIsLeftOutIsTheDriversDefault() {
        var address = PostgresAddress.parse("postgres://localhost/wheel");
        assertThat(address.user()).isEmpty();
        assertThat(address).hasToString("PostgreSQL at localhost:5432/wheel");
        assertThat(PostgresAddress.parse("jdbc:postgresql://localhost/wheel")).isEqualTo(address);
    }

    @Test
    void severalHostsAreOneDatabase() {
        var address =
                PostgresAddress.parse("postgresql://me:secret@one:5433,two/wheel?targetServerType=primary&ssl=true");
        assertThat(address).hasToString("PostgreSQL at one:5433,two:5432/wheel");
        assertThat(address.user()).contains("me");
        assertThat(address.each())
                .extracting(PostgresAddress::jdbcUrl)
                .containsExactly(
                        "jdbc:postgresql://one:5433/wheel?ssl=true", "jdbc:postgresql://two:5432/wheel?ssl=true");
        assertThat(PostgresAddress.parse("jdbc:postgresql://one,two:5433/wheel").each())
                .extracting(PostgresAddress::toString)
                .containsExactly("PostgreSQL at one:5432/wheel", "PostgreSQL at two:5433/wheel");
        assertThat(PostgresAddress.parse("postgresql://one/wheel").each()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "mysql://localhost/x",
                "postgresql://localhost",
                "postgresql://localhost/",
                "jdbc:mysql://localhost/x",
                "localhost:5432/x",
                "postgresql://me:secret@ho st/x"
            })
    void whatIsNoAddressIsRefusedWithAnExampleAndWithoutThePassword(String text) {
        assertThatThrownBy(() -> PostgresAddress.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("postgresql://user:password@host:5432/database")
                .hasMessageNotContaining("secret");
    }
}
