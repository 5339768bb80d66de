package io.tidewheel.server.endpoints.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IndexSetTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void itIsASetLikeAnyOther(long seed) {
        var chance = new Random(seed);
        var set = new IndexSet();
        var expected = new BitSet();
        for (int i = 0; i < 2_000; i++) {
            int first = chance.nextInt(10_000);
            if (chance.nextInt(20) == 0) {
                int end = first + chance.nextInt(3_000);
                set.add(first, end);
                expected.set(first, end);
            } else {
                assertThat(set.add(first)).isEqualTo(!expected.get(first));
                expected.set(first);
            }
            assertThat(set.size()).isEqualTo(expected.cardinality());
            assertThat(set.firstMissing()).isEqualTo(expected.nextClearBit(0));
        }
    }

    @Test
    void theLargestIndexesCanBeInIt() {
        var set = new IndexSet();
        set.add(99_999_999);
        set.add(0, 99_999_999);
        assertThat(set.size()).isEqualTo(100_000_000);
        assertThat(set.firstMissing()).isEqualTo(100_000_000);
    }
}
