package io.tidewheel.workflow.chains;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.RetryPolicy;
import io.tidewheel.workflow.SampleServices;
import io.tidewheel.workflow.Variable;
import io.tidewheel.workflow.chains.WorkflowOutcome.Status;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ChainPlannerTest {
    private static final String FILES = "vars: [{id: files, value: [x, y, z]}, {id: one, value: single}]\n";

    private static String execute(String id, String service, String in, String out) {
        var text = new StringBuilder("- {type: execute, id: " + id + ", service: " + service);
        if (!in.isEmpty()) {
            text.append(", inputs: [");
            for (var variable : in.split(" "))
                text.append("{id: in, var: ").append(variable).append("}, ");
            text.append("]");
        }
        if (!out.isEmpty())
            text.append(", outputs: [{id: out, var: ").append(out).append("}]");
        return text.append("}\n").toString();
    }

    private static String work(String id, String in, String out) {
        return execute(id, "work", in, out);
    }

    private static String actions(String... lines) {
        var text = new StringBuilder("actions:\n");
        for (var line : lines)
            line.lines().forEach(each -> text.append("  ").append(each).append('\n'));
        return text.toString();
    }

    private static String inside(String... lines) {
        return actions(lines).lines().map(line -> "  " + line + "\n").reduce("", String::concat);
    }

    // ---- where chains are cut

    @Test
    void aLineOfActionsIsOneChain() {
        var bench = PlannerBench.of(actions(work("c", "b1", "c1"), work("a", "", "a1"), work("b", "a1", "b1")));
        assertThat(bench.next()).containsExactly("a b c");
        assertThat(bench.unfolding.isFinished()).isFalse();
        assertThat(bench.next()).isEmpty();
        bench.succeed("a");
        assertThat(bench.outcome().status()).isEqualTo(Status.SUCCESS);
    }

    @Test
    void aForkEndsAChain() {
        var bench = PlannerBench.of(actions(work("a", "", "a1"), work("b", "a1", "b1"), work("c", "a1", "c1")));
        assertThat(bench.next()).containsExactly("a");
        bench.succeed("a");
        assertThat(bench.next()).containsExactly("b", "c");
    }

    @Test
    void aJoinBeginsAChain() {
        var bench = PlannerBench.of(actions(work("a", "", "a1"), work("b", "", "b1"), work("c", "a1 b1", "c1")));
        assertThat(bench.next()).containsExactly("a", "b");
        bench.succeed("a");
        assertThat(bench.next()).isEmpty();
        bench.succeed("b");
        assertThat(bench.next()).containsExactly("c");
    }

    @Test
    void aJoinWhoseOtherBranchIsDoneGoesOnInTheChain() {
        var bench = PlannerBench.of(
                actions(work("a", "", "a1"), work("b", "a1", "b1"), work("c", "a1", "c1"), work("d", "b1 c1", "")));
        assertThat(bench.next()).containsExactly("a");
        bench.succeed("a");
        assertThat(bench.next(1)).containsExactly("b");
        bench.succeed("b");
        assertThat(bench.next()).containsExactly("c d");
    }

    @Test
    void aForkWithAForerunnerIsNone() {
        var bench = PlannerBench.of(actions(work("a", "", "a1"), work("c", "a1 b1", ""), work("b", "a1", "b1")));
        assertThat(bench.next()).containsExactly("a b c");
    }

    @Test
    void aForerunnerMayBeFurtherAway() {
        var bench = PlannerBench.of(
                actions(work("a", "", "a1"), work("d", "a1 c1", ""), work("b", "a1", "b1"), work("c", "b1", "c1")));
        assertThat(bench.next()).containsExactly("a b c d");
    }

    @Test
    void whoDependsOnAnActionFollowsItInTheChain() {
        var bench = PlannerBench.of(actions(
                work("a", "", "a1"),
                "- {type: execute, id: b, service: work, dependsOn: a}\n",
                "- {type: execute, id: c, service: work, dependsOn: [b, a]}\n"));
        assertThat(bench.next()).containsExactly("a b c");
    }

    @Test
    void anOutputWithAnAdapterEndsAChain() {
        var bench = PlannerBench.of(actions(execute("a", "maybe", "", "a1"), work("b", "a1", "")));
        assertThat(bench.next()).containsExactly("a");
        bench.succeed("a", Map.of("a1", List.of()));
        assertThat(bench.next()).containsExactly("b");
        assertThat(bench.command("b").commandLine()).containsExactly("work");
    }

    @Test
    void aFolderDoesNotEndAChain() {
        var bench = PlannerBench.of(actions(execute("a", "split", "", "a1"), execute("b", "folder", "a1", "")));
        assertThat(bench.next()).containsExactly("a b");
        assertThat(bench.command("b").commandLine()).containsExactly("folder", bench.path("a"));
    }

    @Test
    void capabilitiesAreUnitedAndAmountsAreTheLargest() {
        var bench = PlannerBench.of(actions(execute("a", "train", "", "a1"), execute("b", "count", "a1", "")));
        assertThat(bench.next()).containsExactly("a b");
        var chain = bench.made.get("a");
        assertThat(chain.requires()).isEqualTo(Capabilities.of("cpu", "gpu"));
        assertThat(chain.amounts()).isEqualTo(new Amounts(4_000, 2L << 30, 0));
    }

    @Test
    void aChainIsCutWhereNobodyOffersBothPartsTogether() {
        var text = actions(execute("a", "train", "", "a1"), execute("b", "count", "a1", "b1"), work("c", "b1", ""));
        var bench = PlannerBench.of(text, wanted -> wanted.requires().size() < 2);
        assertThat(bench.next()).containsExactly("a");
        bench.succeed("a");
        assertThat(bench.next()).containsExactly("b c");
    }

    @Test
    void aChainIsCutWhereNobodyHasTheAmountsOfBothPartsTogether() {
        var text = actions(execute("a", "train", "", "a1"), execute("b", "count", "a1", ""));
        // One kind of agent has the memory, the other the cores.
        var bench = PlannerBench.of(
                text,
                wanted -> wanted.amounts().milliCpus() == 0 || wanted.amounts().memoryBytes() == 0);
        assertThat(bench.next()).containsExactly("a");
        bench.succeed("a");
        assertThat(bench.next()).containsExactly("b");
    }

    @Test
    void aCutThatWouldNotHelpIsNotMade() {
        var text = actions(execute("a", "train", "", "a1"), execute("b", "count", "a1", ""));
        assertThat(PlannerBench.of(text, wanted -> wanted.requires().equals(Capabilities.of("gpu")))
                        .next())
                .containsExactly("a b");
    }

    @Test
    void aVeryLongLineIsSeveralChains() {
        var lines = new StringBuilder();
        int length = ChainPlanner.LONGEST_CHAIN + 10;
        for (int i = 0; i < length; i++) lines.append(work("a" + i, i == 0 ? "" : "v" + (i - 1), "v" + i));
        var bench = PlannerBench.of(actions(lines.toString()));
        assertThat(bench.run()).hasSize(2);
        assertThat(bench.outcome().status()).isEqualTo(Status.SUCCESS);
    }

    // ---- what a chain is made of

    @Test
    void theCommandLineFollowsTheOrderOfTheService() {
        var bench = PlannerBench.of("""
            vars: [{id: names, value: [b, [c, d]]}]
            actions:
              - type: execute
                id: a
                service: options
                inputs:
                  - {id: name, value: a}
                  - {id: name, var: names}
                  - {id: rate, value: 0.5}
                  - {id: level, value: 7}
                  - {id: verbose, value: true}
            """);
        bench.next();
        assertThat(bench.command("a").commandLine())
                .containsExactly("/opt/options", "-v", "--level", "7", "--rate", "0.5", "a", "b", "c", "d");
    }

    @Test
    void whatIsMissingHasItsDefaultAndFalseFlagsVanish() {
        var bench = PlannerBench.of("""
            actions:
              - {type: execute, id: a, service: options, inputs: [{id: verbose, value: false}]}
            """);
        bench.next();
        assertThat(bench.command("a").commandLine()).containsExactly("/opt/options", "--level", "3");
    }

    @Test
    void filesAreNamedByRunActionAndOutput() {
        var text = """
            actions:
              - type: execute
                id: a
                service: work
                outputs:
                  - {id: out, var: plain}
                  - {id: out, var: kept, prefix: results/part-, store: true}
                  - {id: out, var: elsewhere, prefix: /data/}
              - {type: execute, id: b, service: cp, inputs: [{id: input_file, value: in.txt}],
                 outputs: [{id: output_file, var: copy}]}
            """;
        var bench = PlannerBench.of(text);
        bench.next();
        var names = bench.command("a").outputs().stream()
                .map(PlannedExecutable.PlannedOutput::path)
                .toList();
        assertThat(names.get(0)).matches("/tmp/tw/run7/[a-z2-7]{20}");
        assertThat(names.get(1)).matches("/out/run7/results/part-[a-z2-7]{20}");
        assertThat(names.get(2)).matches("/data/[a-z2-7]{20}");
        assertThat(bench.path("b")).matches("/tmp/tw/run7/[a-z2-7]{20}\\.txt");
        assertThat(names).doesNotHaveDuplicates();
        var again = PlannerBench.of(text);
        again.next();
        assertThat(again.made).isEqualTo(bench.made);
        bench.succeedAll();
        assertThat(bench.stored).isEqualTo(Map.of("kept", List.of(names.get(1))));
    }

    @Test
    void aListOfFilesIsHandedToAFolderInputAsTheirCommonFolder() {
        var bench = PlannerBench.of(actions(
                execute("a", "split", "", "a1"),
                execute("b", "folder", "a1", ""),
                execute("c", "folder", "a1", ""),
                work("d", "a1", "")));
        assertThat(bench.next()).containsExactly("a");
        bench.succeed("a", Map.of("a1", List.of("/f/ab/c/1", "/f/ab/c/2", "/f/abc/3")));
        assertThat(bench.next()).containsExactly("b", "c", "d");
        assertThat(bench.command("b").commandLine()).containsExactly("folder", "/f");
        assertThat(bench.command("d").commandLine()).containsExactly("work", "/f/ab/c/1", "/f/ab/c/2", "/f/abc/3");
    }

    @Test
    void theFolderOfASingleFileIsItsFolder() {
        assertThat(ExecutableBuilder.commonFolder(List.of("/f/ab/c"))).isEqualTo("/f/ab");
        assertThat(ExecutableBuilder.commonFolder(List.of("/f/ab/c", "/f/ab/c/d")))
                .isEqualTo("/f/ab");
        assertThat(ExecutableBuilder.commonFolder(List.of("/c", "/d"))).isEqualTo("/");
        assertThat(ExecutableBuilder.commonFolder(List.of("c", "d"))).isEqualTo(".");
    }

    @Test
    void inputsThatComeFromVariablesAreListed() {
        var bench = PlannerBench.of(FILES + actions(work("a", "", "a1"), execute("b", "join", "a1 one", "b1")));
        bench.next();
        assertThat(bench.command("b").inputs())
                .containsExactly(
                        new PlannedExecutable.PlannedInput("in", "a1", bench.path("a"), "file", true, List.of()),
                        new PlannedExecutable.PlannedInput("in", "one", "single", "file", false, List.of()));
        assertThat(bench.command("b").commandLine())
                .containsExactly("join", "-i", bench.path("a"), "-i", "single", "-o", bench.path("b"));
    }

    @Test
    void retriesAndLimitsComeFromTheActionAndElseFromTheService() {
        var bench = PlannerBench.of("""
            priority: -5
            retries: {processChains: {maxAttempts: 4, delay: 1s}}
            actions:
              - {type: execute, id: a, service: work, retries: {maxAttempts: 3}, maxRuntime: 5m,
                 deadline: {timeout: 1h, errorOnTimeout: true}}
            """);
        bench.next();
        var chain = bench.made.get("a");
        assertThat(chain.priority()).isEqualTo(-5);
        assertThat(chain.retries()).isEqualTo(new RetryPolicy(4, Duration.ofSeconds(1), 1, RetryPolicy.LONGEST));
        var command = bench.command("a");
        assertThat(command.retries().maxAttempts()).isEqualTo(3);
        assertThat(command.limits().maxRuntime().orElseThrow().limit()).isEqualTo(Duration.ofMinutes(5));
        assertThat(command.limits().deadline().orElseThrow().errorOnTimeout()).isTrue();
        assertThat(command.limits().maxInactivity()).isEmpty();
    }

    // ---- loops

    private static String loop(String id, String input, String enumerator, String more, String... body) {
        return "- type: for\n  id: " + id + "\n  input: " + input + "\n  enumerator: " + enumerator + "\n"
                + (more.isEmpty() ? "" : more.indent(2))
                + inside(body);
    }

    @Test
    void aLoopMakesRounds() {
        var bench = PlannerBench.of(
                FILES + actions(loop("l", "files", "f", "", work("a", "f", "a1"), work("b", "a1", "b1"))));
        assertThat(bench.next()).containsExactly("a$0 b$0", "a$1 b$1", "a$2 b$2");
        assertThat(bench.command("a$1").commandLine()).containsExactly("work", "y", bench.path("a$1"));
        assertThat(bench.path("a$1")).isNotEqualTo(bench.path("a$2"));
        bench.succeedAll();
        assertThat(bench.outcome().status()).isEqualTo(Status.SUCCESS);
    }

    @Test
    void aSingleValueIsAListOfOneAndAnEmptyListHasNoRounds() {
        var bench = PlannerBench.of("vars: [{id: one, value: 1}, {id: none, value: []}]\n"
                + actions(
                        loop("l", "one", "f", "", work("a", "f", "")),
                        loop("m", "none", "g", "", work("b", "g", "")),
                        "- {type: execute, id: c, service: work, dependsOn: m}\n"));
        assertThat(bench.run()).containsExactly("c", "a$0");
        assertThat(bench.outcome().status()).isEqualTo(Status.SUCCESS);
    }

    @Test
    void whatIsYieldedComesInTheOrderOfTheRounds() {
        var bench = PlannerBench.of(FILES
                + actions(
                        loop("l", "files", "f", "output: all\nyieldToOutput: a1", work("a", "f", "a1")),
                        execute("j", "join", "all", "j1")));
        bench.next();
        bench.succeed("a$2").succeed("a$0");
        assertThat(bench.next()).isEmpty();
        bench.succeed("a$1");
        assertThat(bench.next()).containsExactly("j");
        assertThat(bench.command("j").commandLine())
                .containsExactly(
                        "join",
                        "-i",
                        bench.path("a$0"),
                        "-i",
                        bench.path("a$1"),
                        "-i",
                        bench.path("a$2"),
                        "-o",
                        bench.path("j"));
    }

    @Test
    void yieldedListsAreOpenedOnceAndEmptyOnesVanish() {
        var bench = PlannerBench.of(FILES
                + actions(
                        loop("l", "files", "f", "output: all\nyieldToOutput: a1", execute("a", "split", "f", "a1")),
                        work("j", "all", "")));
        bench.next();
        bench.succeed("a$2", Map.of("a1$2", List.of("/r/5")))
                .succeed("a$1", Map.of("a1$1", List.of()))
                .succeed("a$0", Map.of("a1$0", List.of("/r/1", "/r/2")));
        assertThat(bench.next()).containsExactly("j");
        assertThat(bench.command("j").commandLine()).containsExactly("work", "/r/1", "/r/2", "/r/5");
    }

    @Test
    void loopsNestAndListsOfListsAreOpenedLevelByLevel() {
        var bench = PlannerBench.of("vars: [{id: rows, value: [[1, 2], [3]]}]\n"
                + actions(
                        loop(
                                "outer",
                                "rows",
                                "row",
                                "output: sums\nyieldToOutput: sum",
                                loop(
                                        "inner",
                                        "row",
                                        "cell",
                                        "output: cells\nyieldToOutput: c1",
                                        work("c", "cell", "c1")),
                                work("s", "cells", "sum")),
                        work("t", "sums", "")));
        assertThat(bench.run()).containsExactly("c$0$0", "c$0$1", "c$1$0", "s$0", "s$1", "t");
        assertThat(bench.command("c$0$1").commandLine()).contains("2");
        assertThat(bench.command("s$0").commandLine())
                .containsExactly("work", bench.path("c$0$0"), bench.path("c$0$1"), bench.path("s$0"));
        assertThat(bench.command("t").commandLine()).containsExactly("work", bench.path("s$0"), bench.path("s$1"));
        assertThat(bench.outcome().status()).isEqualTo(Status.SUCCESS);
    }

    @Test
    void aLoopOverTheOutputOfALoopBeginsBeforeThatIsComplete() {
        var bench = PlannerBench.of(FILES
                + actions(
                        loop("l", "files", "f", "output: all\nyieldToOutput: a1", work("a", "f", "a1")),
                        loop("m", "all", "g", "output: more\nyieldToOutput: b1", work("b", "g", "b1")),
                        loop("n", "more", "h", "", work("c", "h", "")),
                        "- {type: execute, id: d, service: work, dependsOn: [n]}\n"));
        assertThat(bench.next()).containsExactly("a$0", "a$1", "a$2");
        bench.succeed("a$2");
        assertThat(bench.next()).containsExactly("b$2");
        bench.succeed("b$2").succeed("a$0");
        assertThat(bench.next()).containsExactlyInAnyOrder("b$0", "c$2");
        bench.succeedAll();
        assertThat(bench.next()).containsExactlyInAnyOrder("b$1", "c$0");
        assertThat(bench.command("c$2").commandLine()).containsExactly("work", bench.path("b$2"));
        bench.succeedAll();
        assertThat(bench.next()).containsExactly("c$1");
        bench.succeedAll();
        assertThat(bench.next()).containsExactly("d");
    }

    @Test
    void aLoopMayFeedItself() {
        var bench = PlannerBench.of("vars: [{id: start, value: [/r]}]\n"
                + actions(
                        loop(
                                "l",
                                "start",
                                "f",
                                "output: all\nyieldToOutput: a1\nyieldToInput: a1",
                                execute("a", "split", "f", "a1")),
                        work("j", "all", "")));
        assertThat(bench.next()).containsExactly("a$0");
        bench.succeed("a$0", Map.of("a1$0", List.of("/r/1", "/r/2")));
        assertThat(bench.next()).containsExactly("a$0+0", "a$0+1");
        bench.succeed("a$0+1", Map.of("a1$0+1", List.of()));
        assertThat(bench.next()).isEmpty();
        bench.succeed("a$0+0", Map.of("a1$0+0", List.of("/r/1/1")));
        assertThat(bench.next()).containsExactly("a$0+0+0");
        bench.succeed("a$0+0+0", Map.of("a1$0+0+0", List.of()));
        assertThat(bench.next()).containsExactly("j");
        assertThat(bench.command("j").commandLine()).containsExactly("work", "/r/1", "/r/2", "/r/1/1");
        bench.succeedAll();
        assertThat(bench.outcome().status()).isEqualTo(Status.SUCCESS);
    }

    @Test
    void whoDependsOnALoopWaitsForAllOfIt() {
        var bench = PlannerBench.of(FILES
                + actions(
                        loop("l", "files", "f", "", work("a", "f", "")),
                        loop("m", "files", "g", "dependsOn: l", work("b", "g", "")),
                        work("c", "", "c1")));
        assertThat(bench.next()).containsExactly("c", "a$0", "a$1", "a$2");
        bench.succeed("a$0").succeed("a$1");
        assertThat(bench.next()).isEmpty();
        bench.succeed("a$2");
        assertThat(bench.next()).containsExactly("b$0", "b$1", "b$2");
    }

    @Test
    void actionsInALoopMayNeedWhatIsMadeOutside() {
        var bench = PlannerBench.of(FILES
                + actions(work("a", "", "a1"), loop("l", "files", "f", "", work("b", "f a1", ""), work("c", "f", ""))));
        assertThat(bench.next()).containsExactly("a", "c$0", "c$1", "c$2");
        bench.succeed("a");
        assertThat(bench.next()).containsExactly("b$0", "b$1", "b$2");
        assertThat(bench.command("b$1").commandLine()).containsExactly("work", "y", bench.path("a"));
    }

    @Test
    void aChainGoesOnIntoTheOnlyRoundOfALoop() {
        var bench = PlannerBench.of(FILES
                + actions(
                        work("a", "", "a1"),
                        loop("l", "one", "f", "output: all\nyieldToOutput: b1", work("b", "f a1", "b1"))));
        assertThat(bench.next()).containsExactly("a b$0");
        bench.succeedAll();
        assertThat(bench.outcome().status()).isEqualTo(Status.SUCCESS);
    }

    @Test
    void anOutputMayBeKeptInEveryRound() {
        var bench = PlannerBench.of(FILES + actions(loop("l", "files", "f", "", """
            - {type: execute, id: a, service: work, outputs: [{id: out, var: kept, store: true}]}
            """)));
        bench.run();
        assertThat(bench.stored.get("kept")).containsExactly(bench.path("a$0"), bench.path("a$1"), bench.path("a$2"));
    }

    @Test
    void aLoopOverAMillionItemsIsUnrolledNoFurtherThanWanted() {
        var text = "vars: [{id: many}]\n"
                + actions(
                        loop(
                                "l",
                                "many",
                                "f",
                                "output: all\nyieldToOutput: b1",
                                work("a", "f", "a1"),
                                work("b", "a1", "b1")),
                        loop("m", "all", "g", "", work("c", "g", "")));
        var items = LongStream.range(0, 1_000_000).<Object>boxed().toList();
        var workflow = SampleServices.workflow(text);
        var many = new Variable(
                "many", Optional.of(items), workflow.variables().getFirst().place());
        var bench = PlannerBench.of(workflow.with(List.of(many), workflow.actions()), _ -> true);
        assertThat(bench.next(5)).containsExactly("a$0 b$0", "a$1 b$1", "a$2 b$2", "a$3 b$3", "a$4 b$4");
        assertThat(bench.unfolding.openRounds()).isEqualTo(5);
        bench.succeed("a$0");
        assertThat(bench.next(2)).containsExactly("c$0", "a$5 b$5");
        bench.succeedAll();
        for (int i = 0; i < 1_000; i++) {
            bench.next(100);
            assertThat(bench.unfolding.openRounds()).isLessThanOrEqualTo(200);
            bench.succeedAll();
        }
        assertThat(bench.made).hasSizeGreaterThan(100_000);
    }

    // ---- left out

    @Test
    void anActionThatIsNeverTriedCountsAsDone() {
        var bench = PlannerBench.of(actions(
                "- {type: execute, id: a, service: work, outputs: [{id: out, var: a1}], retries: {maxAttempts: 0}}\n",
                work("b", "a1", "")));
        assertThat(bench.next()).containsExactly("b");
        assertThat(bench.command("b").commandLine().get(1)).matches("/tmp/tw/run7/[a-z2-7]{20}");
        bench.succeedAll();
        assertThat(bench.outcome().leftOut()).isEqualTo(1);
        assertThat(bench.outcome().status()).isEqualTo(Status.SUCCESS);
    }

    @Test
    void anActionIsDoneWhenItsConditionHolds() {
        var bench = PlannerBench.of("vars: [{id: mode, value: fast}]\n"
                + actions(
                        "- {type: execute, id: a, service: work, when: mode == 'fast', outputs: [{id: out, var:"
                                + " a1}]}\n",
                        "- {type: execute, id: b, service: work, when: mode == 'slow', outputs: [{id: out, var:"
                                + " b1}]}\n",
                        execute("c", "join", "b1", "c1"),
                        work("d", "a1 b1 c1", ""),
                        "- {type: execute, id: e, service: work, when: exists b1}\n",
                        "- {type: execute, id: f, service: work, when: not exists c1}\n"));
        assertThat(bench.run()).containsExactly("a", "f", "d");
        assertThat(bench.command("d").commandLine()).containsExactly("work", bench.path("a"));
        assertThat(bench.outcome().status()).isEqualTo(Status.SUCCESS);
        assertThat(bench.outcome().leftOut()).isEqualTo(3);
    }

    @Test
    void aConditionOnSomethingMadeEndsTheChainBeforeIt() {
        var bench = PlannerBench.of(actions(
                execute("a", "split", "", "a1"),
                "- {type: execute, id: b, service: work, when: not empty a1, dependsOn: a}\n"));
        assertThat(bench.next()).containsExactly("a");
        bench.succeed("a", Map.of("a1", List.of("/x/1")));
        assertThat(bench.next()).containsExactly("b");
    }

    @Test
    void aLoopThatIsLeftOutYieldsNothing() {
        var bench = PlannerBench.of(FILES
                + actions(
                        loop(
                                "l",
                                "files",
                                "f",
                                "output: all\nyieldToOutput: a1\nwhen: one == 'other'",
                                work("a", "f", "a1")),
                        loop("m", "all", "g", "", work("b", "g", "")),
                        work("c", "all", "")));
        assertThat(bench.run()).containsExactly("c");
        assertThat(bench.outcome().status()).isEqualTo(Status.SUCCESS);
    }

    // ---- how it ends

    @Test
    void ifSomeFailAndNothingIsLeftOverItIsAPartialSuccess() {
        var bench = PlannerBench.of(FILES + actions(loop("l", "files", "f", "", work("a", "f", ""))));
        bench.next();
        bench.fail("a$1").succeedAll();
        assertThat(bench.outcome().status()).isEqualTo(Status.PARTIAL_SUCCESS);
        assertThat(bench.outcome().failed()).isEqualTo(1);
    }

    @Test
    void ifAllFailItIsAnError() {
        var bench = PlannerBench.of(actions(work("a", "", ""), work("b", "", "")));
        bench.next();
        bench.fail("a").fail("b");
        assertThat(bench.outcome().status()).isEqualTo(Status.ERROR);
    }

    @Test
    void ifSomethingIsLeftOverItIsAnErrorWithAReason() {
        var bench = PlannerBench.of(FILES
                + actions(
                        loop("l", "files", "f", "output: all\nyieldToOutput: a1", work("a", "f", "a1")),
                        work("b", "all", "b1"),
                        work("c", "b1", "")));
        bench.next();
        bench.fail("a$1").succeedAll();
        var outcome = bench.outcome();
        assertThat(outcome.status()).isEqualTo(Status.ERROR);
        assertThat(outcome.leftOver()).isEqualTo(2);
        assertThat(outcome.examples())
                .containsExactly(
                        new WorkflowOutcome.LeftOver("b", "the variable 'all' never came: the chain 'a$1' failed"),
                        new WorkflowOutcome.LeftOver("c", "the variable 'b1' never came: the chain 'a$1' failed"));
    }

    @Test
    void aLoopOverAnIncompleteListDoesWhatThereIs() {
        var bench = PlannerBench.of(FILES
                + actions(
                        loop("l", "files", "f", "output: all\nyieldToOutput: a1", work("a", "f", "a1")),
                        loop("m", "all", "g", "", work("b", "g", ""))));
        bench.next();
        bench.fail("a$1").succeedAll();
        assertThat(bench.next()).containsExactly("b$0", "b$2");
        bench.succeedAll();
        assertThat(bench.outcome().status()).isEqualTo(Status.ERROR);
        assertThat(bench.outcome().leftOver()).isEqualTo(1);
    }

    @Test
    void ifAnyIsCancelledItIsCancelled() {
        var bench = PlannerBench.of(
                actions(work("a", "", "a1"), work("b", "", ""), work("c", "a1", ""), work("d", "a1", "")));
        bench.next();
        bench.cancel("a").succeed("b");
        assertThat(bench.outcome().status()).isEqualTo(Status.CANCELLED);
        assertThat(bench.outcome().leftOver()).isEqualTo(2);
    }

    @Test
    void inputsThatDoNotFitAreAFailureOfThatActionAlone() {
        var bench = PlannerBench.of(
                actions(execute("a", "split", "", "a1"), execute("b", "join", "a1", "b1"), work("c", "", "")));
        assertThat(bench.next()).containsExactly("a b", "c");
        var other = PlannerBench.of(
                actions(execute("a", "maybe", "", "a1"), execute("b", "join", "a1", "b1"), work("c", "", "")));
        other.next();
        other.succeed("c").succeed("a", Map.of("a1", List.of()));
        assertThat(other.next()).isEmpty();
        assertThat(other.outcome().status()).isEqualTo(Status.PARTIAL_SUCCESS);
        assertThat(other.outcome().examples().getFirst().reason())
                .isEqualTo("the input 'in' of service 'join' got 0 values, but its cardinality is 1..n");
    }

    private static final String INCOMPLETE_LIST = FILES
            + actions(
                    work("w", "", "w1"),
                    loop("l", "files", "f", "output: all\nyieldToOutput: a1", work("a", "f", "a1")),
                    loop("m", "all", "g", "dependsOn: [w]", work("b", "g", "b1")));

    @Test
    void ofAListThatCannotBeCompleteWhatCameIsReadWheneverReadingBegins() {
        var along = PlannerBench.of(INCOMPLETE_LIST);
        assertThat(along.next()).containsExactlyInAnyOrder("w", "a$0", "a$1", "a$2");
        assertThat(along.succeed("w").succeed("a$0").next()).containsExactly("b$0");
        assertThat(along.fail("a$1").succeed("a$2").next()).containsExactly("b$2");
        assertThat(along.succeedAll().outcome().status()).isEqualTo(Status.ERROR);

        var later = PlannerBench.of(INCOMPLETE_LIST);
        later.next();
        assertThat(later.succeed("a$0").fail("a$1").succeed("a$2").next()).isEmpty();
        assertThat(later.succeed("w").next()).containsExactly("b$0", "b$2");
        assertThat(later.succeedAll().outcome().status()).isEqualTo(Status.ERROR);
    }

    @Test
    void whatWasReadOfAListBeforeItWasLostIsKnownAgainAfterACrash() {
        var after = PlannerBench.of(INCOMPLETE_LIST).unfolding;
        for (var action : List.of("a$0", "a$1", "a$2", "w", "b$0")) {
            after.adopt(List.of(action));
            if (action.equals("a$1")) after.failed(action);
            else after.succeeded(action, Map.of());
        }
        assertThat(after.next(10)).extracting(PlannedChain::key).containsExactly("b$2");
        after.succeeded("b$2", Map.of());
        assertThat(after.isFinished()).isTrue();
    }

    @Test
    void whatNeverComesIsNamed() {
        var text = "vars: [{id: nobody}]\n" + actions(work("a", "nobody", ""));
        var planner = new ChainPlanner(
                SampleServices.workflow(text), SampleServices.services(), PlannerBench.NAMING, _ -> true);
        assertThat(planner.next(10)).isEmpty();
        assertThat(planner.isFinished()).isTrue();
        assertThat(planner.outcome().status()).isEqualTo(Status.ERROR);
        assertThat(planner.outcome().examples())
                .containsExactly(new WorkflowOutcome.LeftOver("a", "waits for the variable 'nobody'"));
    }

    @Test
    void wrongReportsAreRefused() {
        var bench = PlannerBench.of(actions(execute("a", "split", "", "a1")));
        bench.next();
        assertThatThrownBy(() -> bench.unfolding.succeeded("b", Map.of())).hasMessageContaining("no chain 'b' is open");
        assertThatThrownBy(() -> bench.unfolding.succeeded("a", Map.of()))
                .hasMessageContaining("'a1' of 'a' is missing");
        bench.succeed("a", Map.of("a1", List.of()));
        assertThatThrownBy(() -> bench.unfolding.failed("a")).hasMessageContaining("no chain 'a' is open");
        assertThatThrownBy(() -> bench.unfolding.adopt(List.of("zz$1"))).hasMessageContaining("no action 'zz$1'");
    }

    // ---- what is to come

    private static String stages(PlannerBench bench) {
        return bench.unfolding.outlook().stages().stream()
                .map(stage -> "%s %d+%d %s".formatted(stage.kind(), stage.open(), stage.toCome(), stage.after()))
                .collect(Collectors.joining(", "));
    }

    @Test
    void whatIsToComeIsKnownAndShrinks() {
        var bench = PlannerBench.of(FILES
                + actions(
                        loop("l", "files", "f", "output: all\nyieldToOutput: a1", work("a", "f", "a1")),
                        execute("j", "join", "all", "j1"),
                        work("after", "j1", "")));
        assertThat(stages(bench)).isEqualTo("work 0+3 [], join+work 0+1 [0]");
        bench.next(2);
        assertThat(stages(bench)).isEqualTo("work 2+1 [], join+work 0+1 [0]");
        bench.next();
        bench.succeedAll();
        assertThat(stages(bench)).isEqualTo("join+work 0+1 []");
        bench.next();
        assertThat(stages(bench)).isEqualTo("join+work 1+0 []");
        assertThat(bench.made.get("j").kind()).isEqualTo("join+work");
        bench.succeedAll();
        assertThat(bench.unfolding.outlook().isEmpty()).isTrue();
    }

    @Test
    void whatIsToComeBehindAForkAndInALoopOfUnknownLengthCountsOnce() {
        var bench = PlannerBench.of(actions(
                work("a", "", "a1"),
                execute("s", "split", "a1", "s1"),
                work("b", "a1", "b1"),
                loop("l", "s1", "f", "output: all\nyieldToOutput: c1", work("c", "f", "c1")),
                execute("j", "join", "b1 all", "j1")));
        assertThat(stages(bench)).isEqualTo("work 0+1 [], split 0+1 [0], work 0+1 [0], work 0+1 [1], join 0+1 [2, 3]");
    }

    // ---- jobs

    private static String job(String id, String in) {
        return "- {type: job, id: " + id + ", service: work, iterations: 100, inputs: [{id: in, var: " + in
                + "}], outputs: [{id: out, var: " + id + "out}, {id: result, var: " + id + "parts, store: true},"
                + " {id: iterations, var: " + id + "n}]}\n";
    }

    private static final String AROUND_A_JOB = actions(
            work("a", "", "a1"), job("j", "a1"), execute("b", "join", "jout jparts", "b1"), work("c", "jn", "c1"));

    @Test
    void aJobIsAChainOfItsOwnAndWhatItsPartitionsMadeIsAList() {
        var bench = PlannerBench.of(AROUND_A_JOB);
        assertThat(bench.next()).containsExactly("a");
        bench.succeed("a");
        assertThat(bench.next()).containsExactly("j");
        var job = bench.made.get("j").job().orElseThrow();
        assertThat(job.effort().iterations()).isEqualTo(100);
        assertThat(job.count()).contains("jn");
        var first = job.partition().apply(0);
        var second = job.partition().apply(1);
        assertThat(first).isEqualTo(job.partition().apply(0)).isNotEqualTo(second);
        assertThat(first.commandLine())
                .contains(first.outputs().getFirst().path())
                .hasSize(3);
        assertThat(first.outputs())
                .extracting(PlannedExecutable.PlannedOutput::variable)
                .containsExactly("jout", "jparts");
        assertThat(first.outputs().getLast().path()).startsWith("/out/run7/");
        bench.unfolding.succeeded(
                "j", Map.of("jout", List.of("/x/0", "/x/1"), "jparts", List.of(), "jn", List.of(104L)));
        assertThat(bench.next()).containsExactlyInAnyOrder("b", "c");
        assertThat(bench.command("b").commandLine()).contains("/x/0", "/x/1");
        assertThat(bench.command("c").commandLine()).contains("104");
    }

    @Test
    void aJobThatFailsTakesWithItWhatNeedsIt() {
        var bench = PlannerBench.of(AROUND_A_JOB);
        bench.next();
        bench.succeed("a").next();
        bench.fail("j");
        assertThat(bench.outcome().status()).isEqualTo(Status.ERROR);
        assertThat(bench.outcome().leftOver()).isEqualTo(2);
    }

    @Test
    void aJobInALoopIsFoundAgainAfterACrashWhenItsInputIsKnown() {
        var flow = FILES
                + actions(
                        "- {type: for, id: l, input: files, enumerator: f, output: all, yieldToOutput: jparts,\n"
                                + "   actions: [{type: job, id: j, service: work, iterations: 5, inputs: [{id: in, var:"
                                + " f}],\n"
                                + "   outputs: [{id: result, var: jparts}]}]}",
                        execute("e", "join", "all", "end"));
        var before = PlannerBench.of(flow);
        assertThat(before.next()).containsExactly("j$0", "j$1", "j$2");
        var after = PlannerBench.of(flow);
        assertThat(after.unfolding.isJob("j$1")).isTrue();
        assertThat(after.unfolding.isJob("j")).isFalse();
        assertThat(after.unfolding.isJob("e")).isFalse();
        assertThat(after.unfolding.adopt(List.of("j$1"))).isEqualTo("j$1");
        var again = after.unfolding.adoptedJob("j$1").orElseThrow();
        assertThat(again.job().orElseThrow().partition().apply(4))
                .isEqualTo(
                        before.made.get("j$1").job().orElseThrow().partition().apply(4));
        assertThat(after.next()).containsExactly("j$0", "j$2");
        for (var key : List.of("j$1", "j$2", "j$0")) {
            after.unfolding.succeeded(key, Map.of(key.replace("j", "jparts"), List.of("/r/" + key)));
        }
        assertThat(after.next()).containsExactly("e");
        assertThat(after.command("e").commandLine()).containsSubsequence("/r/j$0", "/r/j$1", "/r/j$2");
    }
}
