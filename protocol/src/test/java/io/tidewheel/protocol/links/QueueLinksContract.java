package io.tidewheel.protocol.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.Payload;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.Submission;
import io.tidewheel.model.SubmissionField;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.SubmissionCodec;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.Ending;
import io.tidewheel.protocol.wire.Result;
import io.tidewheel.protocol.wire.ResultState;
import io.tidewheel.protocol.wire.RetryRule;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What every queue promises to the agents and clients that its links reach, whoever it is. Its test says how to open the links to a queue that
 * is empty and that nobody else uses; each call stands for another program. An agent that is gone must be noticed within a few seconds there.
 */
public abstract class QueueLinksContract {
    private static final int MANY = 200;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<AutoCloseable> opened = new ArrayList<>();
    private QueueLinks queue;
    private long sessions = 1000;

    /** The links of another program to the queue of this test. */
    protected abstract QueueLinks open() throws Exception;

    @BeforeEach
    final void openFirst() throws Exception {
        queue = program();
    }

    @AfterEach
    final void closeAll() throws Exception {
        for (var each : opened.reversed()) each.close();
        threads.close();
    }

    private QueueLinks program() throws Exception {
        return kept(open());
    }

    private <T extends AutoCloseable> T kept(T closeable) {
        opened.add(closeable);
        return closeable;
    }

    private ContractAgent agent(int credit) throws Exception {
        return kept(ContractAgent.join(program(), ++sessions, credit));
    }

    private ContractClient client(String id) throws Exception {
        return kept(ContractClient.connect(program(), id));
    }

    @Test
    void aTaskGoesToAnAgentAndItsResultComesBack() throws Exception {
        var client = client("c");
        long run = client.submit(ContractClient.run("k"), 1);
        var agent = agent(1);
        var task = agent.task();
        assertThat(task.getRun()).isEqualTo(run);
        assertThat(task.getParameter()).isEqualTo("p0");
        assertThat(task.getAttempt()).isEqualTo(1);
        agent.report(task, Ending.SUCCEEDED);
        var results = client.resultsOf(run);
        assertThat(results).hasSize(1);
        assertThat(results.getFirst().getState()).isEqualTo(ResultState.RESULT_SUCCEEDED);
        assertThat(results.getFirst().getAttempt()).isEqualTo(1);
        assertThat(client.statusOf(run).getSucceeded()).isEqualTo(1);
        agent.awaitAcknowledged();
    }

    @Test
    void theSameKeyMakesOneRunAndTheSameTasksMakeThemOnce() throws Exception {
        var client = client("c");
        long run = client.open(ContractClient.run("k")).getRun();
        client.add(run, 0, ContractClient.tasks(10));
        var again = client("d");
        var known = again.open(ContractClient.run("k"));
        assertThat(known.getRun()).isEqualTo(run);
        assertThat(known.getMade()).isEqualTo(10);
        again.add(run, 0, ContractClient.tasks(10));
        again.closeRun(run);
        doAll(agent(10), 10);
        assertComplete(client.resultsOf(run), 10);
        assertComplete(again.resultsOf(run), 10);
    }

    @Test
    void everyResultIsShownOnceToEverybodyWhoWatches() throws Exception {
        var client = client("c");
        long run = client.submit(ContractClient.run("k"), MANY);
        doAll(agent(50), MANY);
        assertComplete(client.resultsOf(run), MANY);
        var late = client("late");
        late.watch(run);
        assertComplete(late.resultsOf(run), MANY);
    }

    @Test
    void ofTwoReportsOneIsAccepted() throws Exception {
        var client = client("c");
        long run = client.submit(ContractClient.run("k"), 2);
        var agent = agent(1);
        var task = agent.task();
        agent.report(task, Ending.SUCCEEDED);
        agent.report(task, Ending.EXIT_CODE);
        agent.succeedWith(1);
        assertComplete(client.resultsOf(run), 2);
    }

    @Test
    void aReportOfAnAgentThatWasGivenUpIsNotAccepted() throws Exception {
        var client = client("c");
        long run = client.submit(ContractClient.run("k"), 1);
        var first = agent(1);
        var task = first.task();
        first.started(task);
        first.close();
        var second = agent(1);
        var again = second.task();
        assertThat(again.getAttempt()).isGreaterThan(task.getAttempt());
        first.connect();
        try {
            first.report(task, Ending.EXIT_CODE);
            first.awaitAcknowledged();
        } catch (LinkException refused) {
            // a queue may also say so by ending the link
        }
        second.report(again, Ending.SUCCEEDED);
        assertComplete(client.resultsOf(run), 1);
        assertThat(client.resultsOf(run).getFirst().getAttempt()).isEqualTo(again.getAttempt());
    }

    @Test
    void anAgentWhoseLinkBrokeGoesOnWithWhatItHolds() throws Exception {
        var client = client("c");
        long run = client.submit(ContractClient.run("k"), 1);
        var agent = agent(1);
        var task = agent.task();
        agent.started(task);
        agent.awaitAcknowledged();
        agent.close();
        agent.connect(task);
        agent.report(task, Ending.SUCCEEDED);
        assertComplete(client.resultsOf(run), 1);
        assertThat(client.resultsOf(run).getFirst().getAttempt()).isEqualTo(1);
    }

    /** Where an agent is when it is gone. */
    enum AgentDeath {
        CONNECTED,
        GIVEN_TASKS,
        STARTED,
        REPORTED,
        ACKNOWLEDGED
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsLostWhereverAnAgentDies(AgentDeath death) throws Exception {
        var client = client("c");
        long run = client.submit(ContractClient.run("k"), 3);
        var mortal = agent(2);
        if (death.compareTo(AgentDeath.GIVEN_TASKS) >= 0) {
            var task = mortal.task();
            mortal.task();
            if (death.compareTo(AgentDeath.STARTED) >= 0) mortal.started(task);
            if (death.compareTo(AgentDeath.REPORTED) >= 0) mortal.report(task, Ending.SUCCEEDED);
            if (death == AgentDeath.ACKNOWLEDGED) mortal.awaitAcknowledged();
        }
        mortal.close();
        finishWith(agent(3));
        assertComplete(client.resultsOf(run), 3);
    }

    /** Where a client is when it is gone. */
    enum ClientDeath {
        OPENING,
        OPENED,
        ADDING,
        ADDED,
        CLOSED,
        SEEING_RESULTS
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsLostWhereverAClientDies(ClientDeath death) throws Exception {
        var tasks = ContractClient.tasks(4);
        var agent = agent(4);
        finishWith(agent);
        var mortal = client("c");
        if (death == ClientDeath.OPENING) mortal.say(ClientMessage.newBuilder().setOpen(ContractClient.run("k")));
        else {
            long run = mortal.open(ContractClient.run("k")).getRun();
            if (death == ClientDeath.ADDING) mortal.say(ContractClient.adding(run, 0, tasks));
            if (death.compareTo(ClientDeath.ADDED) >= 0) mortal.add(run, 0, tasks);
            if (death.compareTo(ClientDeath.CLOSED) >= 0) mortal.closeRun(run);
            if (death == ClientDeath.SEEING_RESULTS) mortal.awaitResult(run);
        }
        mortal.close();
        var next = client("c");
        var known = next.open(ContractClient.run("k"));
        if (death.compareTo(ClientDeath.ADDED) >= 0) assertThat(known.getMade()).isEqualTo(4);
        if (death.compareTo(ClientDeath.CLOSED) < 0) {
            next.add(known.getRun(), 0, tasks);
            next.closeRun(known.getRun());
        }
        assertComplete(next.resultsOf(known.getRun()), 4);
    }

    @Test
    void aFailedTaskIsTriedAgainAsOftenAsItsRuleSays() throws Exception {
        var client = client("c");
        var rule = RetryRule.newBuilder().setMaxAttempts(3).setDelayMillis(1);
        long run = client.submit(ContractClient.run("k").setRetry(rule), 1);
        var agent = agent(1);
        for (int attempt = 1; attempt <= 3; attempt++) {
            var task = agent.task();
            assertThat(task.getAttempt()).isEqualTo(attempt);
            agent.report(task, Ending.EXIT_CODE);
        }
        var results = client.resultsOf(run);
        assertThat(results).hasSize(1);
        assertThat(results.getFirst().getState()).isEqualTo(ResultState.RESULT_FAILED);
        assertThat(results.getFirst().getExitCode()).isEqualTo(3);
        assertThat(client.statusOf(run).getFailed()).isEqualTo(1);
    }

    @Test
    void aRunThatIsCancelledEnds() throws Exception {
        var client = client("c");
        long run = client.submit(ContractClient.run("k"), 5);
        var agent = agent(1);
        var running = agent.task();
        agent.started(running);
        try (var api = queue.api();
                var reply = api.ask(ApiCall.of("POST", "/runs/" + run + "/cancel")
                        .within(Duration.ofMinutes(2))
                        .bringing(
                                new ApiCall.Content.Bytes(Payload.of("{}".getBytes(StandardCharsets.UTF_8))),
                                "application/json"))) {
            assertThat(reply.status()).as(text(reply)).isBetween(200, 299);
        }
        assertThat(agent.stop()).isEqualTo(ContractAgent.attempt(running));
        agent.report(running, Ending.CANCELLED);
        // Others may have been on their way to an agent: they are ended by it, or never start.
        finishWith(agent(5));
        var results = client.resultsOf(run);
        assertThat(results.stream().map(Result::getIndex))
                .doesNotHaveDuplicates()
                .hasSize(5);
        assertThat(client.statusOf(run).getCancelled()).isPositive();
    }

    @Test
    void whatIsOfferedIsAnsweredAndWhatIsNotSaysWhy() throws Exception {
        var client = client("c");
        for (var field : SubmissionField.of(RunKind.TASKS)) {
            if (field.equals(SubmissionField.KEY)) continue;
            var no = queue.offer().refusal(new LinkFeature.OfField(field));
            if (no.isPresent()) {
                assertThat(no.get()).as(field.name()).isNotBlank();
                continue;
            }
            var said = new Submission.Draft();
            Submission.putText(said, field.name(), field.example());
            var answer = client.ask(ClientMessage.newBuilder()
                    .setOpen(SubmissionCodec.open(said.done())
                            .setKey("with " + field)
                            .setTemplate(ContractClient.NOTHING.toByteString())));
            assertThat(answer.hasOpened() || !answer.getProblem().getTransient())
                    .as("%s: %s", field, answer)
                    .isTrue();
        }
        for (var feature : LinkFeature.OfQueue.values())
            queue.offer().refusal(feature).ifPresent(text -> assertThat(text).isNotBlank());
    }

    @Test
    void questionsAreAnsweredOrRefusedWithAReason() throws Exception {
        var client = client("c");
        long run = client.submit(ContractClient.run("k"), 1);
        try (var api = queue.api()) {
            try (var reply = api.ask(ApiCall.of("GET", "/runs/" + run).within(Duration.ofMinutes(2)))) {
                assertThat(reply.status()).isEqualTo(200);
                assertThat(text(reply)).contains(Long.toString(run));
            }
            for (var path : List.of("/machines", "/no/such/thing")) {
                try (var reply = api.ask(ApiCall.of("GET", path).within(Duration.ofMinutes(2)))) {
                    if (reply.status() == 501)
                        assertThat(text(reply)).contains(LinkOffer.NOT_OFFERED).contains("detail");
                    else assertThat(reply.status()).isIn(200, 404);
                }
            }
        }
    }

    @Test
    void closingALinkFreesWhoeverWaitsInIt() throws Exception {
        var agent = agent(1);
        Callable<Object> waiting = agent::task;
        var future = threads.submit(waiting);
        agent.close();
        assertThatThrownBy(future::get).cause().isInstanceOf(LinkException.class);
    }

    /** From now on everything that comes to the agent succeeds. */
    private void finishWith(ContractAgent agent) {
        threads.execute(() -> {
            try {
                agent.succeedWith(Integer.MAX_VALUE);
            } catch (LinkException ended) {
                // with the test
            }
        });
    }

    private void doAll(ContractAgent agent, int count) throws LinkException {
        agent.succeedWith(count);
    }

    private static void assertComplete(List<Result> results, int count) {
        assertThat(results.stream().map(Result::getIndex).sorted().toList())
                .isEqualTo(IntStream.range(0, count).boxed().toList());
        assertThat(results.stream().map(Result::getState)).containsOnly(ResultState.RESULT_SUCCEEDED);
    }

    private static String text(ApiReply reply) throws Exception {
        return new String(reply.body().readAllBytes(), StandardCharsets.UTF_8);
    }
}
