package io.tidewheel.trials.faults;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A foreign site that knows nothing of us but TaScaaS's paths: it registers, asks for partitions, throws darts at its own speed, reports when it was
 * told to, finishes, and uploads. Like the original's clients it repeats what was not answered.
 */
final class SiteProgram {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private final String base;
    private final int slots;
    private final int perSecond;
    private final AtomicInteger busy = new AtomicInteger();

    private SiteProgram(NamedArguments arguments) {
        this.base = arguments.text("server") + "/tascaas";
        this.slots = arguments.number("slots");
        this.perSecond = arguments.number("speed");
    }

    public static void main(String[] words) throws Exception {
        var arguments = NamedArguments.of(words);
        new SiteProgram(arguments).work(arguments.text("secret"));
    }

    private void work(String secret) throws Exception {
        var id = json(get("/node/register?secret=%s&slots=%d&maxSlots=%d".formatted(secret, slots, slots)))
                .path("id")
                .asString();
        System.out.println("registered as " + id);
        while (true) {
            int free = slots - busy.get();
            if (free > 0) {
                for (var config :
                        json(get("/node/%s/jobs?slots=%d".formatted(id, free))).path("configs")) {
                    busy.incrementAndGet();
                    Thread.ofPlatform().start(() -> run(id, config));
                }
            }
            FaultPause.of(Duration.ofSeconds(1));
        }
    }

    private void run(String site, JsonNode config) {
        var job = config.path("ID").asString();
        var worker = config.path("worker").asString();
        long every = Long.parseLong(config.path("reportTime").asString());
        var dice = new SplittableRandom(job.hashCode() * 31L + worker.hashCode());
        long began = System.nanoTime();
        long goal = assigned(get("/lb/%s/start?worker=%s&dt=0".formatted(job, worker)), 0);
        System.out.println("began " + worker + " with " + goal);
        long reported = began;
        long done = 0;
        long hits = 0;
        while (done < goal) {
            double x = dice.nextDouble();
            double y = dice.nextDouble();
            if (x * x + y * y <= 1) hits++;
            if (++done % Math.max(1, perSecond / 20) == 0) FaultPause.of(Duration.ofMillis(50));
            if (System.nanoTime() - reported < Duration.ofSeconds(every).toNanos()) continue;
            reported = System.nanoTime();
            goal = assigned(
                    get("/lb/%s/report?worker=%s&nIter=%d&dt=%d".formatted(job, worker, done, seconds(began))), goal);
        }
        get("/lb/%s/finish?worker=%s&nIter=%d&dt=%d".formatted(job, worker, done, seconds(began)));
        put(get("/results/upload/%s/%s?wID=%s".formatted(job, worker, site)), done + " " + hits);
        System.out.println("uploaded " + worker + " with " + done);
        busy.decrementAndGet();
    }

    private static long seconds(long since) {
        return (System.nanoTime() - since) / 1_000_000_000;
    }

    /** The second word after a code of 0; else it goes on as before. */
    private static long assigned(String answer, long before) {
        var words = answer.strip().split("\\s+");
        return words.length > 2 && words[0].equals("0") ? Long.parseLong(words[2]) : before;
    }

    private static JsonNode json(String text) {
        return new JsonMapper().readTree(text);
    }

    private String get(String path) {
        return send(HttpRequest.newBuilder(URI.create(base + path)));
    }

    private static void put(String url, String content) {
        send(HttpRequest.newBuilder(URI.create(url)).PUT(BodyPublishers.ofString(content)));
    }

    private static String send(HttpRequest.Builder request) {
        while (true) {
            try {
                var answer = HTTP.send(request.timeout(Duration.ofSeconds(10)).build(), BodyHandlers.ofString());
                if (answer.statusCode() < 500) return answer.body();
            } catch (IOException gone) {
                System.out.println("no answer, trying again: " + gone);
            } catch (InterruptedException ending) {
                throw new IllegalStateException(ending);
            }
            FaultPause.of(Duration.ofSeconds(1));
        }
    }
}
