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
