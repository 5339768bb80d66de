package io.tidewheel.server.api;

import io.tidewheel.engine.AgentView;
import io.tidewheel.engine.Refusal;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.server.http.Answer;
import io.tidewheel.server.http.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/**
 * How much there was to do and who was there to do it, seen every few seconds. Lives in memory: what is older than a day, or than the
 * server, is not there. The further back, the fewer points are kept.
 */
final class LoadHistory {
    private static final int MOST = 1_440;
    private static final Duration SHORTEST = Duration.ofSeconds(4);

    /** One look. */
    private record Point(
            Instant at,
            long agents,
            long slots,
            long running,
            long queued,
            double costPerHour,
            Map<MachineState.Supply, Long> machines) {}

    private final Backend backend;
    private final Deque<Point> points = new ArrayDeque<>();
    private Duration between = SHORTEST;

    LoadHistory(Backend backend) {
        this.backend = backend;
    }

    /** Looks, unless it was looked a moment ago. While the engine is away there is nothing to see. */
    void look() {
        var now = backend.now();
        if (!isDue(now)) return;
        try {
            keep(seen(now));
        } catch (Refusal | StoreFailure away) {
            // The next look may see more.
        }
    }

    private synchronized boolean isDue(Instant now) {
        return points.isEmpty() || !points.getLast().at.plus(between).isAfter(now);
    }

    private Point seen(Instant now) {
        var tally = backend.ask(engine -> engine.tally());
        long slots = backend.ask(engine -> engine.agents()).stream()
                .filter(agent -> agent.state() != AgentView.State.DISCONNECTED)
                .mapToLong(AgentView::slots)
                .sum();
        var machines = new EnumMap<MachineState.Supply, Long>(MachineState.Supply.class);
        double cost = 0;
        var fleet = backend.server().fleet();
        if (fleet.isPresent()) {
            for (var entry : fleet.get().status().machines()) {
                machines.merge(entry.supply(), 1L, Long::sum);
                var billing = entry.record().billing();
                cost += billing.pricePerInterval().amount().doubleValue()
                        * Duration.ofHours(1).toNanos()
                        / billing.interval().toNanos();
            }
        }
        return new Point(now, tally.agents(), slots, tally.running(), tally.queued(), cost, machines);
    }

    /** When it is full, every other point goes, and from then on it is looked half as often. */
    private synchronized void keep(Point point) {
        points.addLast(point);
        if (points.size() < MOST) return;
        var kept = new ArrayList<Point>();
        boolean take = true;
        for (var each : points) {
            if (take) kept.add(each);
            take = !take;
        }
        points.clear();
        points.addAll(kept);
        between = between.multipliedBy(2);
    }

    private synchronized List<Point> all() {
        return List.copyOf(points);
    }

    Answer answer(Request request) {
        request.query().allow();
        look();
        return Json.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            all().forEach(point -> write(json, point));
            json.writeEndArray();
        });
    }

    private static void write(JsonGenerator json, Point point) {
        json.writeStartObject();
        Json.write(json, "at", point.at);
        json.writeNumberProperty("agents", point.agents);
        json.writeNumberProperty("slots", point.slots);
        json.writeNumberProperty("running", point.running);
        json.writeNumberProperty("queued", point.queued);
        json.writeNumberProperty("costPerHour", point.costPerHour);
        json.writeObjectPropertyStart("machines");
        point.machines.forEach((supply, count) -> json.writeNumberProperty(Words.of(supply), count));
        json.writeEndObject();
        json.writeEndObject();
    }
}
