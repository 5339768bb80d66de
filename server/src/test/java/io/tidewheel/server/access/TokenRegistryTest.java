package io.tidewheel.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Owner;
import io.tidewheel.model.Role;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TokenRegistryTest {
    private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");
    private static final Owner ANN = new Owner("ann");

    private final VirtualTime time = new VirtualTime(NOON);
    private final MemoryDatabase database = MemoryDatabase.emptyShared();
    private final TokenRegistry tokens = new TokenRegistry(database.archive(), time, new SecureRandom());

    @Test
    void aSecretIsLongNeverTheSameAndNotKept() {
        var seen = new HashSet<String>();
        for (int i = 0; i < 100; i++) {
            var made = tokens.make(Role.USER, ANN, "", Optional.empty());
            assertThat(made.secret()).matches("tw_[A-Za-z0-9_-]{43}");
            assertThat(seen.add(made.secret())).isTrue();
            assertThat(made.toString()).doesNotContain(made.secret());
            assertThat(made.record().toString()).doesNotContain(made.secret());
        }
    }

    @Test
    void aTokenTellsWhoseItIs() {
        var made = tokens.make(Role.READ_ONLY, ANN, "laptop", Optional.empty());
        assertThat(tokens.callerOf(made.secret()))
                .contains(new Caller(Role.READ_ONLY, ANN, made.record().id()));
        var other = tokens.make(Role.READ_ONLY, ANN, "", Optional.empty()).secret();
        assertThat(tokens.callerOf(made.secret().substring(0, 20) + other.substring(20)))
                .isEmpty();
        assertThat(tokens.callerOf(made.record().hash())).isEmpty();
        assertThat(tokens.callerOf("")).isEmpty();
    }

    @Test
    void aTokenEndsAtItsMomentEvenIfItWasJustUsed() {
        var made = tokens.make(Role.USER, ANN, "", Optional.of(NOON.plusSeconds(1)));
        assertThat(tokens.callerOf(made.secret())).isPresent();
        time.advance(Duration.ofSeconds(1));
        assertThat(tokens.callerOf(made.secret())).isEmpty();
    }

    @Test
    void revokingWorksAtOnceHereAndSoonOnOtherServers() {
        var other = new TokenRegistry(database.reopened().archive(), time, new SecureRandom());
        var made = tokens.make(Role.USER, ANN, "", Optional.empty());
        assertThat(tokens.callerOf(made.secret())).isPresent();
        assertThat(other.callerOf(made.secret())).isPresent();
        tokens.revoke(made.record());
        assertThat(tokens.callerOf(made.secret())).isEmpty();
        time.advance(Duration.ofSeconds(3));
        assertThat(other.callerOf(made.secret())).isEmpty();
    }

    @Test
    void anAdministratorCountsOnlyWhileTheTokenIsValid() {
        assertThat(tokens.hasAdministrator(_ -> true)).isFalse();
        tokens.make(Role.USER, ANN, "", Optional.empty());
        tokens.make(Role.ADMIN, ANN, "", Optional.of(NOON.plusSeconds(10)));
        assertThat(tokens.hasAdministrator(_ -> true)).isTrue();
        time.advance(Duration.ofSeconds(10));
        assertThat(tokens.hasAdministrator(_ -> true)).isFalse();
    }
}
