package io.tidewheel.client;

import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.MemoryLink;
import io.tidewheel.protocol.wire.Added;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.ClientWelcome;
import io.tidewheel.protocol.wire.Done;
import io.tidewheel.protocol.wire.Opened;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Result;
import io.tidewheel.protocol.wire.Results;
import io.tidewheel.protocol.wire.RunStatusNews;
import io.tidewheel.protocol.wire.ServerAnswer;
import java.io.IOException;
import java.lang.management.ManagementFactory;

/**
 * A measuring program, not a test: {@code ClientRate TASKS} sends tasks through the client to a server inside the process that answers at
 * once, reads the results, and prints the rate and the processor time of the client's threads per task.
 */
public final class ClientRate {
    private ClientRate() {}

    public static void main(String[] args) throws Exception {
        int tasks = Integer.parseInt(args[0]);
        for (int round = 0; round < 5; round++) measure(tasks);
    }

    private static void measure(int tasks) throws Exception {
        var beans = ManagementFactory.getThreadMXBean();
        try (var client = TidewheelClient.connect(ClientRate::open, ClientOptions.DEFAULT)) {
            var run = client.open(RunOptions.named("rate"));
            var work = TaskCommands.inSequence(TaskCommands.noop());
            long began = System.nanoTime();
            long[] cpu = new long[1];
            var adder = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < tasks; i++) run.add(Task.of(work, ""));
                run.close();
                cpu[0] = beans.getCurrentThreadCpuTime();
            });
            long before = beans.getCurrentThreadCpuTime();
            int seen = 0;
            for (var result : run) seen += result.succeeded() ? 1 : 0;
            long reader = beans.getCurrentThreadCpuTime() - before;
            adder.join();
            double seconds = (System.nanoTime() - began) / 1e9;
            long inside = 0;
            for (long id : beans.getAllThreadIds()) {
                var info = beans.getThreadInfo(id);
                if (info != null && info.getThreadName().startsWith("tidewheel-client"))
                    inside += beans.getThreadCpuTime(id);
            }
            System.out.printf(
                    "%,d results, %,.0f tasks/s, %.2f µs/task in all: adding %.2f, client threads %.2f, reading %.2f%n",
                    seen,
                    tasks / seconds,
                    (cpu[0] + inside + reader) / 1e3 / tasks,
                    cpu[0] / 1e3 / tasks,
                    inside / 1e3 / tasks,
                    reader / 1e3 / tasks);
        }
    }

    private static Link<ClientMessage, ServerAnswer> open() {
        var pair = MemoryLink.<ClientMessage, ServerAnswer>pair("client", "server", LinkLimits.DEFAULT);
        Thread.ofPlatform().name("bench-server").start(() -> serve(pair.right()));
        return pair.left();
    }

    private static void serve(Link<ServerAnswer, ClientMessage> link) {
        int made = 0;
        try {
            for (var message = link.receive(); message.isPresent(); message = link.receive()) {
                var heard = message.get();
                var answer = ServerAnswer.newBuilder().setRequest(heard.getRequest());
                switch (heard.getContentCase()) {
                    case HELLO -> answer.setWelcome(ClientWelcome.newBuilder().setProtocolVersion(1));
                    case OPEN -> answer.setOpened(Opened.newBuilder().setRun(1));
                    case ADD ->
                        answer.setAdded(Added.newBuilder()
                                .setRun(1)
                                .setNextIndex(made + heard.getAdd().getTasksCount()));
                    default -> answer.setDone(Done.getDefaultInstance());
                }
                link.send(answer.build());
                if (heard.hasAdd()) {
                    link.send(ServerAnswer.newBuilder()
                            .setResults(results(made, heard.getAdd().getTasksCount()))
                            .build());
                    made += heard.getAdd().getTasksCount();
                }
                if (heard.hasClose()) {
                    link.send(ServerAnswer.newBuilder()
                            .setStatus(RunStatusNews.newBuilder()
                                    .setRun(1)
                                    .setSize(made)
                                    .setSucceeded(made)
                                    .setFinal(true))
                            .build());
                }
            }
        } catch (IOException broken) {
            link.close();
        }
    }

    private static Results.Builder results(int first, int count) {
        var outcome = Outcome.newBuilder()
                .setStartedMicros(1)
                .setAgent("agent")
                .build()
                .toByteString();
        var results = Results.newBuilder().setRun(1);
        for (int i = 0; i < count; i++)
            results.addResults(
                    Result.newBuilder().setIndex(first + i).setAttempt(1).setOutcome(outcome));
        return results;
    }
}
