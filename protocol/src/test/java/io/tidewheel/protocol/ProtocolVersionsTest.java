package io.tidewheel.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProtocolVersionsTest {
    @Test
    void theReleaseIsTheOneThatWasBuilt() {
        assertThat(ProtocolVersions.software()).matches("\\d+\\.\\d+\\.\\d+\\S*");
    }
}
