package io.tidewheel.workflow.chains;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.workflow.chains.ChainChecks.CheckAnswer;
import io.tidewheel.workflow.chains.CutRules.ChainCut;
import io.tidewheel.workflow.chains.WorkflowOutcome.LeftOver;
import io.tidewheel.workflow.chains.WorkflowOutcome.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How chains are cut for plug-ins that see them, and what becomes of chains that plug-ins change. */
class CutRulesTest {
    private static final CutRules COUNTED = new CutRules(ChainCut.COUNTED, ChainChecks.NONE);
    private static final String LINE =
            "actions:\n" + work("a", "", "a1") + work("b", "a1", "b1") + work("c", "b1", "c1");

    private static String work(String id, String in, String out) {
        var inputs = new ArrayList<String>();
        for (var variable : in.split(" ")) if (!variable.isEmpty()) inputs.add("{id: in, var: " + variable + "}");
        var outputs = out.isEmpty() ? "" : ", outputs: [{id: out, var: %s}]".formatted(out);
        return "  - {type: execute, id: %s, service: work, inputs: [%s]%s}%n"
                .formatted(id, String.join(", ", inputs), outputs);
    }

    private static List<String> counted(String... actions) {
        return PlannerBench.of("actions:\n" + String.join("", actions), COUNTED).run();
    }

    // ---- counting

    @Test
    void aLineIsOneChain() {
        assertThat(PlannerBench.of(LINE, COUNTED).run()).containsExactly("a b c");
    }

    @Test
    void aChainGoesOnWithTheRootOfATree() {
        assertThat(counted(work("a", "", "a1"), work("b", "a1", "b1"), work("c", "a1 b1", "")))
                .containsExactly("a b c");
    }

    @Test
    void aDiamondFurtherDownEndsAChain() {
        var diamond = List.of(
                work("a", "", "a1"),
                work("b", "a1", "b1"),
                work("x", "a1 b1", "x1"),
                work("l", "x1", "l1"),
                work("r", "x1", "r1"),
                work("j", "l1 r1", ""));
        assertThat(PlannerBench.of("actions:\n" + String.join("", diamond)).next())
                .containsExactly("a b x");
        assertThat(counted(diamond.toArray(String[]::new))).containsExactly("a", "b x", "l", "r", "j");
    }

    @Test
    void theSequentialMontageIsFourChains() {
        // As mProjExec, mImgtbl and what follows it use each other's files; the header is used nearly everywhere.
        assertThat(counted(
                        work("mHdr", "", "hdr"),
                        work("download", "hdr", "raw"),
                        work("mProjExec", "raw hdr", "projected"),
                        work("mImgtbl", "projected", "images"),
                        work("mOverlaps", "images", "diffs"),
                        work("mDiffFitExec", "projected diffs hdr", "fits"),
                        work("mConcatFit", "fits", "fitted"),
                        work("mBgModel", "images fitted", "corrections"),
                        work("mBgExec", "projected images corrections", "corrected"),
                        work("mImgtbl2", "corrected", "images2"),
                        work("mAdd", "corrected images2 hdr", "added"),
                        work("mViewer", "added", "")))
                .containsExactly(
                        "mHdr",
                        "download mProjExec",
                        "mImgtbl",
                        "mOverlaps mDiffFitExec mConcatFit mBgModel mBgExec mImgtbl2 mAdd mViewer");
    }

    @Test
    void waysThatAreVeryManyEndAChainToo() {
        var ladder = new StringBuilder("actions:\n" + work("a", "", "v0") + work("s", "v0", "s0"));
        for (int i = 0; i < 80; i++) {
            ladder.append(work("l" + i, "v" + i + " s" + i, "l" + i + "x"));
            ladder.append(work("r" + i, "v" + i, "r" + i + "x"));
            ladder.append(work("j" + i, "l" + i + "x r" + i + "x", "v" + (i + 1)));
            ladder.append(work("k" + i, "v" + (i + 1), "s" + (i + 1)));
        }
        assertThat(PlannerBench.of(ladder.toString(), COUNTED).next()).containsExactly("a");
    }

    @Test
    void allRoundsOfALoopThatWaitAreCounted() {
        var body = "vars: [{id: items, value: [1, 2, 3]}]\nactions:\n" + work("a", "", "a1") + work("d", "a1", "d1")
                + "  - type: for\n"
                + "    id: each\n"
                + "    input: items\n"
                + "    enumerator: i\n"
                + "    actions:\n"
                + "    - {type: execute, id: b, service: work, inputs: [{id: in, var: a1}, {id: in, var: d1}, {id: in,"
                + " var: i}]}\n";
        assertThat(PlannerBench.of(body, COUNTED).next()).containsExactly("a d");
    }

    // ---- checks

    /** Answers what the test has said; what was asked is written down. */
    private static final class FakeChecks implements ChainChecks {
        final Map<String, CheckAnswer> known = new HashMap<>();
        final List<String> asked = new ArrayList<>();

        @Override
        public Optional<CheckAnswer> mayAdd(List<PlannedExecutable> chain, RoundAction action) {
            var question =
                    String.join(" ", chain.stream().map(PlannedExecutable::id).toList()) + "+" + action.id();
            asked.add(question);
            return Optional.ofNullable(known.get(question));
        }

        FakeChecks say(String question, CheckAnswer answer) {
            known.put(question, answer);
            return this;
        }
    }

    private final FakeChecks checks = new FakeChecks();

    private PlannerBench checked(String body) {
        return PlannerBench.of(body, new CutRules(ChainCut.COUNTED, checks));
    }

    @Test
    void aChainWaitsUntilItIsKnownWhatMayBeAdded() {
        var bench = checked(LINE);
        assertThat(bench.next()).isEmpty();
        assertThat(bench.unfolding.isAsking()).isTrue();
        assertThat(bench.unfolding.isFinished()).isFalse();
        checks.say("+a", new CheckAnswer.MayAdd()).say("a+b", new CheckAnswer.MayAdd());
        assertThat(bench.next()).isEmpty();
        checks.say("a b+c", new CheckAnswer.MayNot()).say("+c", new CheckAnswer.MayAdd());
        assertThat(bench.next()).containsExactly("a b");
        assertThat(bench.unfolding.isAsking()).isFalse();
        bench.succeed("a");
        assertThat(bench.next()).containsExactly("c");
        bench.succeed("c");
        assertThat(bench.outcome().status()).isEqualTo(Status.SUCCESS);
        assertThat(checks.asked).containsExactly("+a", "+a", "a+b", "a b+c", "a b+c", "+c");
    }

    @Test
    void aChainThatMayNotBeginIsTriedAgainWhenAnotherHasEnded() {
        checks.say("+a", new CheckAnswer.MayNot()).say("+b", new CheckAnswer.MayAdd());
        var bench = checked("actions:\n" + work("a", "", "") + work("b", "", ""));
        assertThat(bench.next()).containsExactly("b");
        assertThat(bench.next()).isEmpty();
        checks.say("+a", new CheckAnswer.MayAdd());
        bench.succeed("b");
        assertThat(bench.unfolding.isFinished()).isFalse();
        assertThat(bench.next()).containsExactly("a");
    }

    @Test
    void whatMayNeverBeginIsLeftOver() {
        checks.say("+a", new CheckAnswer.MayNot());
        var bench = checked("actions:\n" + work("a", "", ""));
        assertThat(bench.next()).isEmpty();
        assertThat(bench.outcome().status()).isEqualTo(Status.ERROR);
        assertThat(bench.outcome().examples())
                .containsExactly(new LeftOver("a", "waits for a word that a chain may begin with it"));
    }

    @Test
    void aChainOfWhichNobodyCanSayHowItGoesOnIsLost() {
        checks.say("+a", new CheckAnswer.MayAdd()).say("a+b", new CheckAnswer.CheckFailed("plug-in one died"));
        var bench = checked(LINE);
        assertThat(bench.next()).isEmpty();
        assertThat(bench.outcome().status()).isEqualTo(Status.ERROR);
        assertThat(bench.unfolding.takeLosses()).containsExactly(new LeftOver("a", "plug-in one died"));
        assertThat(bench.outcome().examples()).extracting(LeftOver::action).containsExactly("a", "b", "c");
    }

    @Test
    void anActionIsShownWithItsRounds() {
        var seen = new ArrayList<RoundAction>();
        ChainChecks looking = (_, action) -> {
            seen.add(action);
            return Optional.of(new CheckAnswer.MayAdd());
        };
        var body = "vars: [{id: items, value: [1]}]\nactions:\n" + work("a", "", "a1")
                + "  - type: for\n"
                + "    id: each\n"
                + "    input: items\n"
                + "    enumerator: i\n"
                + "    dependsOn: a\n"
                + "    actions:\n"
                + "    - {type: execute, id: b, service: work, inputs: [{id: in, var: a1}, {id: in, var: i}], outputs:"
                + " [{id: out, var: b1}]}\n"
                + "    - {type: execute, id: c, service: work, dependsOn: [b]}\n";
        PlannerBench.of(body, new CutRules(ChainCut.COUNTED, looking)).run();
        assertThat(seen).extracting(RoundAction::id).containsExactly("a", "b$0", "c$0");
        assertThat(seen.get(1).variables()).isEqualTo(Map.of("a1", "a1", "i", "i$0", "b1", "b1$0"));
        assertThat(seen.get(2).dependsOn()).containsExactly("b$0");
    }

    // ---- chains that are replaced

    @Test
    void otherChainsTakeThePlaceOfPlannedOnes() {
        var bench = PlannerBench.of(LINE, COUNTED);
        assertThat(bench.next()).containsExactly("a b c");
        bench.unfolding.replace(
                List.of("a"),
                List.of(
                        new AdaptedChain("a", List.of("a")),
                        new AdaptedChain("b", List.of("b", "c")),
                        new AdaptedChain("+extra", List.of())),
                "taken out");
        bench.unfolding.succeeded("+extra", Map.of());
        bench.unfolding.succeeded("a", Map.of());
        assertThat(bench.unfolding.isFinished()).isFalse();
        bench.unfolding.succeeded("b", Map.of());
        assertThat(bench.outcome().status()).isEqualTo(Status.SUCCESS);
        assertThat(bench.outcome().chains()).isEqualTo(3);
    }

    @Test
    void whatIsInNoChainAnyMoreIsNeverDoneNorWhatNeedsIt() {
        var bench = PlannerBench.of(LINE + work("d", "", ""), COUNTED);
        assertThat(bench.next()).containsExactly("a b c", "d");
        bench.unfolding.replace(List.of("a"), List.of(new AdaptedChain("a", List.of("a"))), "plug-in x took it out");
        var losses = bench.unfolding.takeLosses();
        assertThat(losses)
                .containsExactly(
                        new LeftOver("b", "plug-in x took it out"), new LeftOver("c", "plug-in x took it out"));
        bench.unfolding.succeeded("a", Map.of());
        bench.unfolding.succeeded("d", Map.of());
        assertThat(bench.outcome().status()).isEqualTo(Status.ERROR);

        var again = PlannerBench.of(LINE + work("d", "", ""), COUNTED);
        again.unfolding.giveUp(losses);
        again.unfolding.adopt(List.of("a"));
        again.unfolding.adopt(List.of("d"));
        assertThat(again.next()).isEmpty();
        again.unfolding.succeeded("a", Map.of());
        again.unfolding.succeeded("d", Map.of());
        assertThat(again.outcome().status()).isEqualTo(Status.ERROR);
        assertThat(again.outcome().examples()).containsExactlyElementsOf(losses);
        assertThat(again.unfolding.takeLosses()).isEmpty();
    }

    @Test
    void anActionOfARoundThatHasNotBegunCanBeGivenUp() {
        var body = "actions:\n  - {type: execute, id: a, service: work, outputs: [{id: out, var: a1}]}\n"
                + "  - type: for\n    id: each\n    input: a1\n    enumerator: i\n    actions:\n"
                + "    - {type: execute, id: b, service: work, inputs: [{id: in, var: i}]}\n";
        var bench = PlannerBench.of(body, COUNTED);
        bench.unfolding.giveUp(List.of(new LeftOver("b$0", "why not")));
        assertThat(bench.next()).containsExactly("a");
        bench.succeed("a");
        assertThat(bench.next()).isEmpty();
        assertThat(bench.outcome().examples()).containsExactly(new LeftOver("b$0", "why not"));
    }

    @Test
    void onlyPlannedActionsCanBeInOtherChains() {
        var bench = PlannerBench.of(LINE, COUNTED);
        bench.next();
        assertThatThrownBy(() ->
                        bench.unfolding.replace(List.of("a"), List.of(new AdaptedChain("x", List.of("x"))), "why"))
                .hasMessage("'x' is in none of the planned chains");
    }
}
