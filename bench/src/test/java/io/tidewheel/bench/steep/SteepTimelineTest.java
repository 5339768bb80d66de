package io.tidewheel.bench.steep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SteepTimelineTest {
    @Test
    void aLaneForEachAgentAndABarForEachChain() {
        var svg = SteepTimeline.svg(List.of(
                lane("one", Double.NaN, new ChainBar("one", "R1", 0, 1), new ChainBar("one", "R1", 1, 2)),
                lane("<two>", Double.NaN, new ChainBar("<two>", "R2", 0, 2))));
        assertThat(svg).contains(">one</text>", ">&lt;two&gt;</text>");
        assertThat(svg.split("h-", -1)).as("three closed bars").hasSize(4);
        assertThat(svg).contains("fill=\"#3b6fb6\"", "fill=\"#d98032\"");
    }

    @Test
    void anAgentThatWasKilledIsMarked() {
        assertThat(SteepTimeline.svg(List.of(lane("one", 1.5, new ChainBar("one", "R1", 0, 1)))))
                .contains("stroke=\"#c00\"");
        assertThat(SteepTimeline.svg(List.of(lane("one", Double.NaN, new ChainBar("one", "R1", 0, 1)))))
                .doesNotContain("#c00");
    }

    @Test
    void barsTooNarrowToBeToldApartAreDrawnAsOne() {
        var bars = new ArrayList<ChainBar>();
        for (int i = 0; i < 10_000; i++) bars.add(new ChainBar("one", "R1", i * 0.01, (i + 1) * 0.01));
        var svg = SteepTimeline.svg(List.of(lane("one", Double.NaN, bars.toArray(ChainBar[]::new))));
        assertThat(svg.length()).isLessThan(5_000);
    }

    @Test
    void chainsReportedTogetherWereDoneOneAfterTheOther() {
        var bars = ChainBar.oneAtATime(List.of(
                new ChainBar("one", "R1", 4, 5), new ChainBar("one", "R2", 4, 5), new ChainBar("one", "R1", 1, 2)));
        assertThat(bars)
                .extracting(ChainBar::from, ChainBar::to)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1.0, 2.0),
                        org.assertj.core.groups.Tuple.tuple(3.0, 4.0),
                        org.assertj.core.groups.Tuple.tuple(4.0, 5.0));
    }

    @Test
    void thePageCarriesTheTable() {
        var table = ExperimentFinding.table(
                List.of(new ExperimentFinding("chains", "10", "100"), new ExperimentFinding("total", "1 s", "")));
        assertThat(table.lines())
                .containsExactly("what    here  paper", "chains  10    100", "total   1 s   not known here");
        assertThat(SteepTimeline.page("A <title>", List.of(), table))
                .contains("<title>A &lt;title&gt;</title>", "not known here", "<svg");
    }

    @Test
    void anAxisHasAboutTenSteps() {
        assertThat(SteepTimeline.step(30)).isEqualTo(5);
        assertThat(SteepTimeline.step(9)).isEqualTo(1);
        assertThat(SteepTimeline.step(1.5)).isEqualTo(0.2);
    }

    private static AgentRow lane(String agent, double killed, ChainBar... bars) {
        return new AgentRow(agent, "R1", 0, killed, List.of(bars));
    }
}
