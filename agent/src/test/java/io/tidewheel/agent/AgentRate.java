package io.tidewheel.agent;

import io.tidewheel.agent.process.ProcessLaunchers;
import io.tidewheel.agent.runtime.RuntimeSettings;
import io.tidewheel.agent.runtime.StandardRuntimes;
import io.tidewheel.model.Time;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.LinkLimits;
import io.tidewheel.protocol.MemoryLink;
import io.tidewheel.protocol.SocketLink;
import io.tidewheel.protocol.StreamDialer;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.ChainAssignment;
import io.tidewheel.protocol.wire.Lane;
import io.tidewheel.protocol.wire.ServerMessage;
import io.tidewheel.protocol.wire.Welcome;
import io.tidewheel.protocol.wire.Work;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A measuring program, not a test: {@code AgentRate memory|tcp noop|true|sleepMICROS TASKS SLOTS ANSWER_MICROS} runs tasks through an
 * agent and a bare server in the same process that answers after so many microseconds, and prints rate, efficiency and the processor
 * time of the agent's threads per task.
 */
public final class AgentRate {
    private final Work work;
    private final int tasks;
    private final long answerMicros;
    private final CountDownLatch done = new CountDownLatch(1);
    private final ExecutorService later = Executors.newSingleThreadExecutor();

    private int assigned;
    private int finished;
    private int credit;
    private int messages;
    private volatile long firstAssignment;
    private @Nullable Link<ServerMessage, AgentMessage> link;

    private AgentRate(Work work, int tasks, long answerMicros) {
        this.work = work;
        this.tasks = tasks;
        this.answerMicros = answerMicros;
    }

    public static void main(String[] args) throws Exception {
        var mode = args[1];
        var work = mode.equals("noop")
                ? TestCommands.NOOP
                : mode.equals("true")
                        ? TestCommands.process("/bin/true")
                        : TestCommands.sleep(Duration.ofNanos(Long.parseLong(mode.substring(5)) * 1000));
        int tasks = Integer.parseInt(args[2]);
        int slots = Integer.parseInt(args[3]);
        for (int round = 0; round < 3; round++) {
            new AgentRate(work, tasks, Long.parseLong(args[4])).measure(args[0].equals("tcp"), mode, slots);
        }
    }

    private void measure(boolean tcp, String mode, int slots) throws Exception {
        var time = Time.system();
        var random = new Random();
        var launchers = ProcessLaunchers.best(time::nanos);
        var settings = AgentSettings.of("bench", "here", slots);
        var opener = StandardRuntimes.opener(RuntimeSettings.from(System.getenv()), launchers, time::nanos);
        var home = AgentHome.open(Path.of(System.getProperty("java.io.tmpdir")), opener, random);
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var address = URI.create("http://localhost:" + listener.getLocalPort());
            AgentLinks links = tcp ? dialer(address) : this::openMemory;
            if (tcp) Thread.ofVirtual().start(() -> accept(listener));
            long processBefore = processCpu();
            var agent = new Agent(settings, home, List.of(address), links, time, random);
            agent.start();
            done.await();
            long nanos = System.nanoTime() - firstAssignment;
            long cpu = agentCpu();
            long all = processCpu() - processBefore;
            double seconds = nanos / 1e9;
            double ideal = mode.startsWith("sleep") ? Long.parseLong(mode.substring(5)) / 1e6 * tasks / slots : 0;
            System.out.printf(
                    "%s %s: %,.0f tasks/s, efficiency %.2f %%, agent %.2f µs/task, process %.2f µs/task, %d messages"
                            + " of %.1f, %.2f s%n",
                    tcp ? "tcp" : "memory",
                    mode,
                    tasks / seconds,
                    100 * ideal / seconds,
                    cpu / 1e3 / tasks,
                    all / 1e3 / tasks,
                    messages,
                    (double) tasks / messages,
                    seconds);
            agent.close();
        }
        later.shutdownNow();
    }

    private static AgentLinks dialer(URI address) {
        var dialer = new StreamDialer(address, Optional.empty(), Duration.ofSeconds(5), LinkLimits.DEFAULT);
        return _ -> dialer.dial("/", "token", ServerMessage.parser());
    }

    private Link<AgentMessage, ServerMessage> openMemory(URI ignored) {
        var pair = MemoryLink.<AgentMessage, ServerMessage>pair("agent", "server", LinkLimits.DEFAULT);
        Thread.ofPlatform().name("bench-server").start(() -> serve(pair.right()));
        return pair.left();
    }

    private void accept(ServerSocket listener) {
        try {
            Socket socket = listener.accept();
            var in = new BufferedInputStream(socket.getInputStream(), 64 << 10);
            var head = new StringBuilder();
            while (!head.toString().endsWith("\r\n\r\n")) head.append((char) in.read());
            socket.getOutputStream()
                    .write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: tidewheel\r\n\r\n"
                            .getBytes(java.nio.charset.StandardCharsets.US_ASCII));
            var opened = SocketLink.<ServerMessage, AgentMessage>open(
                    socket, socket, in, AgentMessage.parser(), LinkLimits.DEFAULT);
            Thread.ofPlatform().name("bench-server").start(() -> serve(opened));
        } catch (IOException closed) {
            throw new java.io.UncheckedIOException(closed);
        }
    }

    private void serve(Link<ServerMessage, AgentMessage> opened) {
        link = opened;
        try {
            for (var message = opened.receive(); message.isPresent(); message = opened.receive()) {
                var heard = message.get();
                if (answerMicros == 0 || heard.hasHello()) answer(heard);
                else {
                    long now = System.nanoTime();
                    later.execute(() -> answerLater(heard, now));
                }
            }
        } catch (LinkException broken) {
            done.countDown();
        }
    }

    /** Waits, without sleeping through the moment, so that the server is no slower than it is told to be. */
    private void answerLater(AgentMessage heard, long since) {
        long left = answerMicros * 1_000 - (System.nanoTime() - since);
        if (left > 0) java.util.concurrent.locks.LockSupport.parkNanos(left);
        answer(heard);
    }

    private synchronized void answer(AgentMessage heard) {
        var answer = ServerMessage.newBuilder();
        if (heard.hasHello()) {
            credit = heard.getHello().getCredit().getChains();
            answer.setWelcome(Welcome.newBuilder()
                    .setProtocolVersion(1)
                    .setHeartbeatMillis(1000)
                    .setSilenceMillis(10_000)
                    .setMonitoring(true));
            answer.addLanes(Lane.newBuilder().setRun(1).setLane(1).setTemplate(work.toByteString()));
        }
        if (heard.hasCredit()) credit = heard.getCredit().getChains();
        if (heard.getReportsCount() > 0) messages++;
        finished += heard.getReportsCount();
        if (heard.getSequence() > 0) answer.setAcknowledged(heard.getSequence());
        if (assigned == 0) firstAssignment = System.nanoTime();
        while (assigned < tasks && assigned - finished < credit) {
            answer.addAssignments(ChainAssignment.newBuilder()
                    .setRun(1)
                    .setLane(1)
                    .setIndex(assigned++)
                    .setAttempt(1));
        }
        try {
            if (link != null) link.send(answer.build());
        } catch (LinkException broken) {
            done.countDown();
        }
        if (finished == tasks) done.countDown();
    }

    private static long agentCpu() {
        var beans = ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (long id : beans.getAllThreadIds()) {
            var info = beans.getThreadInfo(id);
            if (info != null && info.getThreadName().startsWith("tidewheel-agent"))
                sum += Math.max(0, beans.getThreadCpuTime(id));
        }
        return sum;
    }

    private static long processCpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }
}
