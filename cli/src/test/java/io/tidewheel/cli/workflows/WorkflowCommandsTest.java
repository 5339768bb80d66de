package io.tidewheel.cli.workflows;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.cli.UserSession;
import io.tidewheel.cli.errors.ExitCodes;
import io.tidewheel.cli.text.JsonText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkflowCommandsTest {
    private static final String SERVICES = """
        - id: cp
          name: Copy
          description: Copies
          path: cp
          runtime: other
          requiredCapabilities: [disk]
          parameters:
            - {id: from, name: From, description: From, type: input, cardinality: 1..1}
            - {id: to, name: To, description: To, type: output, cardinality: 1..1}
        """;

    private static final String WORKFLOW = """
        api: 4.7.0
        vars: [{id: files, value: [a, b, c]}]
        actions:
          - type: for
            input: files
            enumerator: file
            actions:
              - {type: execute, id: one, service: cp, inputs: [{id: from, var: file}], outputs: [{id: to, var: x}]}
              - {type: execute, id: two, service: cp, inputs: [{id: from, var: x}], outputs: [{id: to, var: y}]}
        """;

    private static final String DAX = """
        <adag name="pair">
          <job id="A" name="first" runtime="30"/>
          <job id="B" name="second" runtime="60"/>
          <child ref="B"><parent ref="A"/></child>
        </adag>
        """;

    @TempDir
    Path folder;

    private UserSession session = new UserSession(Path.of("."));

    @BeforeEach
    void write() throws IOException {
        session = new UserSession(folder);
        Files.createDirectories(folder.resolve("services"));
        Files.writeString(folder.resolve("services/cp.yaml"), SERVICES);
        Files.writeString(folder.resolve("good.yaml"), WORKFLOW);
    }

    private void setups(String capability) throws IOException {
        Files.writeString(folder.resolve("setups.yaml"), """
            - {id: small, flavor: m, imageName: d, availabilityZone: n, blockDeviceSizeGb: 1, maxVMs: 2,
               providedCapabilities: [%s]}
            """.formatted(capability));
    }

    @Test
    void aGoodFileIsFine() {
        var answer = session.type("lint", "good.yaml", "--services", "services");
        assertThat(answer.out()).isEmpty();
        assertThat(answer.err()).contains("good.yaml: nothing is wrong");
        assertThat(answer.code()).isZero();
        assertThat(session.type("lint", "good.yaml").err()).contains("name them with --services");
    }

    @Test
    void everyMistakeIsShownWithItsPlaceAndARemedy() throws IOException {
        Files.writeString(
                folder.resolve("bad.yaml"),
                WORKFLOW.replace("var: file", "var: fil").replace("id: two, service: cp", "id: two, service: cpp"));
        var answer = session.type("lint", "bad.yaml", "--services", "services/cp.yaml");
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.out().lines())
                .contains(
                        "bad.yaml:8:56: the variable 'fil' has no value, and no action makes it",
                        "    at workflow->actions[0](for-each)->actions[0](execute cp)->inputs[0]",
                        "bad.yaml:9:9: there is no service 'cpp'",
                        "    did you mean 'cp'?");
        var json = JsonText.MAPPER.readTree(
                session.type("lint", "bad.yaml", "--services", "services/cp.yaml", "-o", "json")
                        .out());
        assertThat(json.size()).isEqualTo(2);
        assertThat(json.get(0).get("line").asInt()).isEqualTo(8);
    }

    @Test
    void mistakesInServicesCountToo() throws IOException {
        Files.writeString(folder.resolve("services/cp.yaml"), SERVICES.replace("runtime: other", "runtim: other"));
        var answer = session.type("lint", "good.yaml", "--services", "services");
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.out()).contains("services/cp.yaml:5:3: unknown field 'runtim'", "did you mean 'runtime'?");
    }

    @Test
    void whatNobodyOffersHasACodeOfItsOwn() throws IOException {
        setups("gpu");
        var answer = session.type("lint", "good.yaml", "--services", "services", "--setups", "setups.yaml");
        assertThat(answer.code()).isEqualTo(10);
        assertThat(answer.out()).contains("requires disk, which no agent and no setup offers");
        assertThat(session.type(
                                "lint",
                                "good.yaml",
                                "--services",
                                "services",
                                "--setups",
                                "setups.yaml",
                                "--offers",
                                "disk")
                        .code())
                .isZero();
        assertThat(session.type("plan", "good.yaml", "--services", "services", "--setups", "setups.yaml")
                        .code())
                .isEqualTo(10);
    }

    @Test
    void aPlanTellsWhatWillHappen() throws IOException {
        setups("disk");
        var answer = session.type("plan", "good.yaml", "--services", "services", "--setups", "setups.yaml");
        assertThat(answer.code()).isZero();
        assertThat(answer.out())
                .contains(
                        "2 actions and 1 loops become 3 tasks in 1 levels; at most 3 at the same time",
                        "one$0 > two$0 | one$1 > two$1 | one$2 > two$2",
                        "machines to be made from setup small");
        var json = JsonText.MAPPER.readTree(session.type("plan", "good.yaml", "--services", "services", "-o", "json")
                .out());
        assertThat(json.get("tasks").asInt()).isEqualTo(3);
        assertThat(json.get("needs").get(0).get("source").asString()).isEqualTo("unknown");
    }

    @Test
    void aPlanNeedsServicesAndAGoodFile() throws IOException {
        assertThat(session.type("plan", "good.yaml").err()).contains("a plan needs the services");
        Files.writeString(folder.resolve("bad.yaml"), "api: 4.7.0\nactons: []");
        var answer = session.type("plan", "bad.yaml", "--services", "services");
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.out()).contains("bad.yaml:2:1: unknown field 'actons'");
        assertThat(session.type("plan", "missing.yaml", "--services", "services")
                        .code())
                .isEqualTo(2);
    }

    @Test
    void aDaxFileIsTakenOverAlsoCompressed() throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var zip = new GZIPOutputStream(bytes)) {
            zip.write(DAX.getBytes(StandardCharsets.UTF_8));
        }
        Files.write(folder.resolve("pair.dax.gz"), bytes.toByteArray());
        var answer = session.type("import", "pair.dax.gz", "--to", "taken", "--speed", "60");
        assertThat(answer.code()).isZero();
        assertThat(answer.err()).contains("2 tasks, 1 dependencies");
        assertThat(folder.resolve("taken/workflow.yaml")).content().contains("value: 0.5}", "dependsOn: [\"A\"]");
        var lint = session.type("lint", "taken/workflow.yaml", "--services", "taken/services.yaml");
        assertThat(lint.code()).as("%s", lint).isZero();
        var plan = session.type("plan", "taken/workflow.yaml", "--services", "taken/services.yaml");
        assertThat(plan.out()).contains("A > B");

        assertThat(session.type("import", "pair.dax.gz", "--to", "taken").err()).contains("is there already");
        assertThat(session.type("import", "pair.dax.gz", "--to", "taken", "--force")
                        .code())
                .isZero();
    }

    @Test
    void whatCannotBeTakenOverIsRefused() throws IOException {
        Files.writeString(folder.resolve("note.txt"), "hello");
        var answer = session.type("import", "note.txt");
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.out())
                .contains("note.txt:1:1: this is neither a WfCommons instance (JSON) nor a Pegasus DAX file");
        assertThat(session.type("import", "note.txt", "--speed", "0").err()).contains("--speed is more than 0");
        assertThat(folder.resolve("workflow.yaml")).doesNotExist();
    }

    @Test
    void aPlanWithABudgetTellsHowLongItTakesAndWhatItCosts() throws IOException {
        Files.writeString(folder.resolve("pair.dax"), DAX);
        var answer = session.type("plan", "pair.dax", "--budget", "2", "--deadline", "2m", "--policy", "leap");
        assertThat(answer.err()).isEmpty();
        assertThat(answer.out()).contains("1m 30s", "The cheapest in time: leap", "all 2 tasks are known");
        assertThat(answer.code()).isZero();
        var late = session.type("plan", "pair.dax", "--deadline", "1m", "-o", "json");
        assertThat(late.out()).contains("1m cannot be met");
        assertThat(late.code()).isEqualTo(ExitCodes.UNPLACEABLE);
    }

    @Test
    void aPlanWithABudgetSaysWhatIsGuessed() throws IOException {
        Files.writeString(folder.resolve("setups.yaml"), """
            - {id: small, flavor: m, imageName: d, availabilityZone: n, blockDeviceSizeGb: 1, maxVMs: 2,
               providedCapabilities: [disk], price: 0.5, billingInterval: 1m}
            """);
        var words = List.of(
                "plan",
                "good.yaml",
                "--services",
                "services",
                "--setups",
                "setups.yaml",
                "--budget",
                "1",
                "--budget-interval",
                "1m");
        var guessed = session.type(words.toArray(String[]::new));
        assertThat(guessed.out()).contains("are guessed to take 1m", "budgets are for each 1m");
        var said = new ArrayList<>(words);
        said.addAll(List.of("--takes", "cp=10s"));
        assertThat(session.type(said.toArray(String[]::new)).out()).contains("are known");
        // A workflow of ours may also be written as JSON, like an instance of WfCommons.
        Files.writeString(folder.resolve("good.json"), """
            {"api": "4.7.0", "vars": [{"id": "in", "value": "a"}], "actions": [{"type": "execute", "service": "cp",
             "inputs": [{"id": "from", "var": "in"}], "outputs": [{"id": "to", "var": "out"}]}]}
            """);
        said.set(1, "good.json");
        assertThat(session.type(said.toArray(String[]::new)).out()).contains("The run time of its only task is known");
        said.set(said.indexOf("1"), "0.1");
        assertThat(session.type(said.toArray(String[]::new)).err()).contains("buys no machine");
    }

    private void writeRests(String vars, String actions) throws IOException {
        Files.writeString(folder.resolve("rest.yaml"), """
            - {id: rest, name: rest, description: sleeps, path: sleep, runtime: sleep, parameters: [
                {id: seconds, name: s, description: how long, type: input, cardinality: 1..1}]}
            - {id: list, name: list, description: makes files, path: list, runtime: other, parameters: [
                {id: to, name: to, description: folder, type: output, cardinality: 1..1, dataType: directory}]}
            - {id: use, name: use, description: uses files, path: use, runtime: other, parameters: [
                {id: from, name: from, description: file, type: input, cardinality: 1..1}]}
            """);
        Files.writeString(folder.resolve("rests.yaml"), "api: 4.7.0\nvars: " + vars + "\nactions:\n" + actions);
    }

    private UserSession.Answer whatIf(String... more) {
        var words = new ArrayList<>(List.of("plan", "rests.yaml", "--services", "rest.yaml", "--policy", "leap"));
        words.addAll(List.of(more));
        return session.type(words.toArray(String[]::new));
    }

    @Test
    void aForecastPlaysEveryRoundOfALoopAndWhatComesAfterIt() throws IOException {
        writeRests("[{id: rounds, value: [1, 2, 3]}, {id: inner, value: [1, 1]}, {id: after, value: 5}]", """
            - type: for
              id: outer
              input: rounds
              enumerator: s
              actions:
                - type: for
                  input: inner
                  enumerator: t
                  actions: [{type: execute, service: rest, inputs: [{id: seconds, var: t}]}]
                - {type: execute, service: rest, inputs: [{id: seconds, var: s}]}
            - {type: execute, service: rest, dependsOn: outer, inputs: [{id: seconds, var: after}]}
            """);
        // Six seconds in the inner loops, six in the outer one, and five behind it: all one after the other on one
        // machine.
        var one = whatIf("--budget", "1");
        assertThat(one.err()).isEmpty();
        assertThat(one.out()).contains("all 10 tasks are known", "leap with a budget of 1 takes 17");
        assertThat(whatIf("--budget", "9", "-o", "json").out()).contains("\"tasks\" : 10", "\"seconds\" : 8.");
    }

    @Test
    void aForecastOfRoundsThatOnlyTheRunKnowsIsARange() throws IOException {
        writeRests("[]", """
            - {type: execute, id: make, service: list, outputs: [{id: to, var: files}]}
            - {type: for, id: each, input: files, enumerator: f, actions: [{type: execute, service: use, inputs: [{id: from, var: f}]}]}
            """);
        var unsaid = whatIf("--budget", "1", "--takes", "list=1s", "--takes", "use=10s");
        assertThat(unsaid.out()).contains("all at least 2 tasks are known", "takes at least 1", "--rounds LOOP=N");
        var said = whatIf("--budget", "1", "--takes", "list=1s", "--takes", "use=10s", "--rounds", "each=2..4");
        assertThat(said.out()).contains("all 3 to 5 tasks are known").containsPattern("takes 2\\S+s to 4\\S+s");
        assertThat(whatIf("--rounds", "nothing=3").err()).contains("'nothing' is not a loop whose rounds");
        assertThat(session.type("plan", "rests.yaml", "--services", "rest.yaml", "--rounds", "each=2..4")
                        .out())
                .contains("3 to 5 tasks");
    }

    @Test
    void aForecastRefusesPoliciesThatNoServerTakes() throws IOException {
        writeRests("[{id: s, value: 1}]", "- {type: execute, service: rest, inputs: [{id: seconds, var: s}]}\n");
        var refused = session.type("plan", "rests.yaml", "--services", "rest.yaml", "--policy", "plf");
        assertThat(refused.err()).contains("the policy plf is not played", "servers do not take it");
        assertThat(refused.code()).isEqualTo(ExitCodes.USAGE);
        Files.writeString(folder.resolve("pair.dax"), DAX);
        var compared = session.type("plan", "pair.dax", "--budget", "2", "--policy", "plf,leap");
        assertThat(compared.out())
                .contains("plf (lab)", "The fastest within the budget: leap", "plf is for comparison");
    }
}
