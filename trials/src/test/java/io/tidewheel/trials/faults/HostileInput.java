package io.tidewheel.trials.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.tidewheel.protocol.wire.AddTasks;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.Attempt;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Hello;
import io.tidewheel.protocol.wire.OpenRunRequest;
import io.tidewheel.protocol.wire.Progress;
import io.tidewheel.protocol.wire.Range;
import io.tidewheel.protocol.wire.Report;
import io.tidewheel.protocol.wire.TaskEntry;
import io.tidewheel.protocol.wire.Watch;
import io.tidewheel.protocol.wire.Work;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;

/** Pours random and malicious input into every endpoint of a server, from several sides at a time. The seed decides everything. */
final class HostileInput {
    private static final int ROUNDS = Integer.getInteger("tidewheel.faults.rounds", 40);
    private static final int SIDES = 6;
    private static final int LARGEST = 3 << 20;
    private static final List<String> JSON_PATHS = List.of(
            "/api/v1/runs",
            "/api/v1/workflows",
            "/api/v1/workflows/lint",
            "/api/v1/jobs",
            "/api/v1/sites/jobs",
            "/api/v1/runs/1/tasks",
            "/api/v1/runs/1/retry",
            "/api/v1/runs/1/priority",
            "/workflows",
            "/tascaas/node/register",
            "/tascaas/lb/none/report",
            "/objects/none");
    private static final List<String> NAMES = List.of(
            "command",
            "tasks",
            "items",
            "array",
            "commands",
            "arguments",
            "source",
            "services",
            "macros",
            "text",
            "name",
            "labels",
            "iterations",
            "target",
            "partitions",
            "siteInput",
            "requires",
            "environment",
            "retry",
            "config");
    private static final List<String> SEEDS = List.of(
            "[]",
            "{}",
            "[[]]",
            "- ",
            "? ",
            "&a ",
            "*a ",
            "\\\"\\\"",
            "null,",
            "1e999999999,",
            "api: 4.7.0\\n",
            "- - - ",
            "{a: ",
            "((",
            "\\u0000");

    private final TrialSite site;
    private final HostileGuests guests;
    private final long run;
    private final String secret;
    private final long seed;

    HostileInput(TrialSite site, HostileGuests guests, long run, String secret, long seed) {
        this.site = site;
        this.guests = guests;
        this.run = run;
        this.secret = secret;
        this.seed = seed;
    }

    void pour() throws InterruptedException, ExecutionException {
        var sides = new ArrayList<Callable<Integer>>();
        for (int side = 0; side < SIDES; side++) {
            var chance = new Random(seed + side);
            sides.add(() -> pour(chance));
        }
        int sent = HostileRequestsTest.allAtOnce(sides).stream()
                .mapToInt(Integer::intValue)
                .sum();
        assertThat(sent).as("requests that reached the server").isPositive();
    }

    /** How many could be sent; a server that closes while one is being sent is in its right. */
    private int pour(Random chance) {
        int sent = 0;
        for (int round = 0; round < ROUNDS; round++) {
            assertThat(site.program("server").isAlive())
                    .as(() -> site.program("server").output())
                    .isTrue();
            try {
                switch (chance.nextInt(4)) {
                    case 0 -> request(chance, json(chance));
                    case 1 -> request(chance, noise(chance));
                    case 2 -> frames(chance, "/api/v1/stream/client", token(chance));
                    default -> frames(chance, "/api/v1/stream/agent", guests.agent());
                }
                sent++;
            } catch (IOException closed) {
                // that is an answer, too
            }
        }
        return sent;
    }

    private String token(Random chance) {
        return List.of(guests.user(), guests.reader(), guests.agent()).get(chance.nextInt(3));
    }

    // --- requests

    private void request(Random chance, byte[] body) throws IOException {
        var path = JSON_PATHS.get(chance.nextInt(JSON_PATHS.size()));
        boolean chunked = chance.nextBoolean();
        try (var link = new RawLink(site.port())) {
            link.send("%s %s?secret=%s HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n%s\r\n\r\n"
                    .formatted(
                            chance.nextInt(8) == 0 ? "PUT" : "POST",
                            path,
                            secret,
                            token(chance),
                            chunked ? "Transfer-Encoding: chunked" : "Content-Length: " + body.length));
            if (chunked) chunks(link, chance, body);
            else link.send(body);
            assertThat(link.head()).startsWith("HTTP/1.1 ");
        }
    }

    private static void chunks(RawLink link, Random chance, byte[] body) throws IOException {
        for (int at = 0; at < body.length; ) {
            int size = Math.min(body.length - at, 1 + chance.nextInt(200_000));
            boolean lies = chance.nextInt(30) == 0;
            link.send(Integer.toHexString(lies ? size + chance.nextInt(5) : size)
                    + (chance.nextInt(5) == 0 ? ";x=" + "y".repeat(chance.nextInt(6_000)) : "")
                    + "\r\n");
            link.send(java.util.Arrays.copyOfRange(body, at, at + size));
            link.send("\r\n");
            at += size;
        }
        link.send("0\r\n\r\n");
    }

    /** An object whose fields are known, with values that are not what they should be, and very many of them. */
    private static byte[] json(Random chance) {
        var text = new StringBuilder("{");
        for (int i = chance.nextInt(4); i >= 0; i--) {
            var piece = SEEDS.get(chance.nextInt(SEEDS.size()));
            int times = chance.nextInt(chance.nextBoolean() ? 20 : LARGEST / piece.length() / 4);
            var name = NAMES.get(chance.nextInt(NAMES.size()));
            text.append('"').append(name).append("\":");
            switch (chance.nextInt(4)) {
                case 0 -> text.append('"').append(piece.repeat(times)).append('"');
                case 1 -> text.append('[').append("{},".repeat(times)).append("{}]");
                case 2 -> text.append("[".repeat(times % 1_000)).append("]".repeat(times % 1_000));
                default -> text.append('[').append("\"\",".repeat(times)).append("\"\"]");
            }
            text.append(',');
        }
        text.append("\"name\":\"x\"}");
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] noise(Random chance) {
        var noise = new byte[chance.nextInt(chance.nextBoolean() ? 200 : LARGEST)];
        chance.nextBytes(noise);
        if (chance.nextBoolean() && noise.length > 0) noise[0] = '{';
        return noise;
    }

    // --- links

    private void frames(Random chance, String path, String token) throws IOException {
        try (var link = RawLink.upgraded(site.port(), path, token)) {
            boolean agent = path.endsWith("agent");
            if (agent && chance.nextBoolean()) link.frame(hello(chance).toByteArray());
            for (int i = chance.nextInt(6); i >= 0; i--) {
                var frame = agent ? agentMessage(chance) : clientMessage(chance);
                link.frame(chance.nextInt(3) == 0 ? spoiled(chance, frame) : frame);
            }
            if (chance.nextBoolean()) link.answer();
        }
    }

    private AgentMessage hello(Random chance) {
        return AgentMessage.newBuilder()
                .setHello(Hello.newBuilder()
                        .setProtocolVersion(1)
                        .setSession(1 + chance.nextInt(1_000))
                        .setAgent("hostile")
                        .setSlots(1))
                .build();
    }

    private byte[] agentMessage(Random chance) {
        var message = AgentMessage.newBuilder().setSequence(chance.nextInt(10));
        int many = many(chance);
        switch (chance.nextInt(5)) {
            case 0 -> {
                for (int i = 0; i < many; i++)
                    message.addReports(Report.newBuilder().setRun(chance.nextInt(3)));
            }
            case 1 -> {
                for (int i = 0; i < many; i++)
                    message.addStarted(Attempt.newBuilder().setRun(run).setIndex(chance.nextInt()));
            }
            case 2 ->
                message.setHello(Hello.newBuilder().setSlots(1).setAgent("x").addAllHolding(attempts(chance, many)));
            case 3 -> {
                for (int i = 0; i < many; i++)
                    message.addProgress(Progress.newBuilder().setRun(run).setIndex(i));
            }
            default ->
                message.setHoldings(
                        io.tidewheel.protocol.wire.Holdings.newBuilder().addAllAttempts(attempts(chance, many)));
        }
        return message.build().toByteArray();
    }

    private static List<Attempt> attempts(Random chance, int many) {
        var attempts = new ArrayList<Attempt>();
        for (int i = 0; i < many; i++)
            attempts.add(Attempt.newBuilder().setIndex(chance.nextInt(2)).build());
        return attempts;
    }

    private byte[] clientMessage(Random chance) {
        var message = ClientMessage.newBuilder().setRequest(chance.nextLong());
        int many = many(chance);
        switch (chance.nextInt(4)) {
            case 0 -> {
                var watch = Watch.newBuilder().setRun(run);
                for (int i = 0; i < many; i++)
                    watch.addHave(Range.newBuilder().setFirst(chance.nextInt()).setCount(chance.nextInt()));
                message.setWatch(watch);
            }
            case 1 -> {
                var add = AddTasks.newBuilder().setRun(run).setFirstIndex(chance.nextInt());
                for (int i = 0; i < many; i++) add.addTasks(TaskEntry.getDefaultInstance());
                message.setAdd(add);
            }
            case 2 -> {
                var work = Work.newBuilder();
                for (int i = 0; i < many; i++) work.addCommands(Command.getDefaultInstance());
                message.setOpen(OpenRunRequest.newBuilder()
                        .setTemplate(work.build().toByteString())
                        .setHeld(true));
            }
            default -> {
                var open = OpenRunRequest.newBuilder().setHeld(true).setWatch(true);
                for (int i = 0; i < many; i++) open.addRequires("");
                message.setOpen(open);
            }
        }
        return message.build().toByteArray();
    }

    /** As few as are usual, or as many as fit. */
    private static int many(Random chance) {
        return chance.nextInt(chance.nextInt(3) > 0 ? 10 : 600_000);
    }

    private static byte[] spoiled(Random chance, byte[] frame) {
        var spoiled = frame.clone();
        for (int i = 0; i < 1 + spoiled.length / 1_000 && spoiled.length > 0; i++)
            spoiled[chance.nextInt(spoiled.length)] = (byte) chance.nextInt();
        return chance.nextInt(4) == 0
                ? ByteString.copyFrom(spoiled)
                        .concat(ByteString.copyFrom(spoiled))
                        .toByteArray()
                : spoiled;
    }
}
