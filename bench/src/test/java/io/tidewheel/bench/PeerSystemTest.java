package io.tidewheel.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PeerSystemTest {
    private static final int NO_PORT = 0;

    @Test
    void aPeerThatDoesTheWorkHasAFigure() throws Exception {
        var peer = new PeerSystem("shell", "true", "dash", "for i in $(seq $1); do $3 || exit 1; done");
        peer.checkWork(NO_PORT);
        assertThat(peer.perSecond(2, NO_PORT)).isPositive();
    }

    @Test
    void aPeerThatDoesNothingHasNone() {
        var idle = new PeerSystem("idle", "true", "idle", ":");
        assertThatThrownBy(() -> idle.checkWork(NO_PORT))
                .isInstanceOf(PeerSystem.NoFigure.class)
                .hasMessage("idle ran 0 of 20 commands that it was given");
    }

    @Test
    void aPeerThatDoesAPartOfItHasNone() {
        var lazy = new PeerSystem("lazy", "true", "lazy", "for i in $(seq 19); do $3; done");
        assertThatThrownBy(() -> lazy.checkWork(NO_PORT)).hasMessageContaining("ran 19 of 20");
    }

    @Test
    void aPeerWhoseCommandsFailHasNone() {
        var failing = new PeerSystem("failing", "true", "failing", "seq $1 | xargs -n1 false");
        assertThatThrownBy(() -> failing.checkWork(NO_PORT))
                .isInstanceOf(PeerSystem.NoFigure.class)
                .hasMessageContaining("failing failed with exit code 123");
        assertThatThrownBy(() -> failing.perSecond(2, NO_PORT)).isInstanceOf(PeerSystem.NoFigure.class);
    }

    @Test
    void anotherProgramOfTheSameNameIsNotTakenForThePeer() throws Exception {
        var gnu = PeerSystem.ALL.getFirst();
        var other = new PeerSystem(
                gnu.name(),
                "parallel() { echo 'parallel [OPTIONS] command -- arguments'; }; " + gnu.check(),
                gnu.packages(),
                gnu.script());
        assertThat(other.isInstalled()).isFalse();
        var right = new PeerSystem(
                gnu.name(),
                "parallel() { echo 'GNU parallel 20221122'; }; " + gnu.check(),
                gnu.packages(),
                gnu.script());
        assertThat(right.isInstalled()).isTrue();
    }

    @Test
    void aRowWithoutAFigureSaysWhy() {
        var none = BenchFigure.none("/bin/true against GNU parallel", "embedded", "GNU parallel is \"not\" installed");
        assertThat(none.row()).contains("/bin/true against GNU parallel", "none", "is \"not\" installed");
        assertThat(none.json()).contains("\"value\":null", "\"why\":\"GNU parallel is \\\"not\\\" installed\"");
    }
}
