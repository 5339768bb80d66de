package io.tidewheel.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VersionsTest {
    @Test
    void theReleaseIsTheOneThatWasBuilt() {
        assertThat(Versions.software()).matches("\\d+\\.\\d+\\.\\d+\\S*");
    }
}
