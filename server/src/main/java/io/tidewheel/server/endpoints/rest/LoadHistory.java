package io.tidewheel.server.endpoints.rest;

import io.tidewheel.autoscaling.SeenLane;
import io.tidewheel.engine.FleetStatus;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.Setup;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.server.access.Caller;
import io.tidewheel.server.endpoints.rest.report.LoadSample;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.json.EnumWords;
import io.tidewheel.server.http.json.JsonWriter;
import io.tidewheel.server.http.json.QueryParameters;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import tools.jackson.core.JsonGenerator;

/**
 * How much there was to do and who was there to do it, seen every few seconds. Lives in memory: what is older than a day, or than the
 * server, is not there. The further back, the fewer points are kept.
 */
final class LoadHistory {
    private static final int MOST = 1_440;
    private static final Duration SHORTEST = Duration.ofSeconds(4);

    private final ApiQueries backend;
    private final Deque<LoadSample> points = new ArrayDeque<>();
    private Duration between = SHORTEST;

    LoadHistory(ApiQueries backend) {
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
        return points.isEmpty() || !points.getLast().at().plus(between).isAfter(now);
    }

    private LoadSample seen(Instant now) {
        var fleet = backend.server().fleet();
        // Whose work it is matters where machines are made for it, and costs the more the more is leased.
        var lanes = fleet.isPresent() ? backend.ask(engine -> engine.lanes()) : List.<SeenLane>of();
        return LoadSample.of(
                now,
                backend.ask(engine -> engine.tally()),
                backend.ask(engine -> engine.agents()),
                lanes,
                fleet.map(each -> each.status().machines()).orElse(List.<FleetStatus.Entry>of()),
                fleet.map(each -> each.settings().setups()).orElse(List.<Setup>of()));
    }

    /** When it is full, every other point goes, and from then on it is looked half as often. */
    private synchronized void keep(LoadSample point) {
        points.addLast(point);
        if (points.size() < MOST) return;
        var kept = new ArrayList<LoadSample>();
        boolean take = true;
        for (var each : points) {
            if (take) kept.add(each);
            take = !take;
        }
        points.clear();
        points.addAll(kept);
        between = between.multipliedBy(2);
    }

    private synchronized List<LoadSample> all() {
        return List.copyOf(points);
    }

    HttpAnswer answer(AdmittedRequest request) {
        var query = request.query().allow("points");
        int most = QueryParameters.whole(query, "points", 2, MOST)
                .orElse((long) MOST)
                .intValue();
        look();
        var seen = all();
        return JsonWriter.answer(200, json -> {
            json.writeArrayPropertyStart("items");
            for (var point : thinned(seen, most)) write(json, point, request.caller());
            json.writeEndArray();
            json.writeArrayPropertyStart("elasticity");
            for (var owner : owners(seen)) if (request.caller().maySee(owner)) elasticity(json, seen, owner);
            json.writeEndArray();
        });
    }

    /** At most so many of the samples, evenly chosen, and the newest in any case. */
    private static List<LoadSample> thinned(List<LoadSample> seen, int most) {
        int stride = Math.ceilDiv(seen.size(), most);
        if (stride <= 1) return seen;
        var kept = new ArrayList<LoadSample>();
        for (int i = seen.size() - 1; i >= 0; i -= stride) kept.addFirst(seen.get(i));
        return kept;
    }

    private static SortedSet<Owner> owners(List<LoadSample> seen) {
        var owners = new TreeSet<Owner>();
        for (var point : seen) owners.addAll(point.owners().keySet());
        return owners;
    }

    private static void elasticity(JsonGenerator json, List<LoadSample> seen, Owner owner) {
        var measured = LoadSample.elasticity(seen, owner);
        json.writeStartObject();
        json.writeStringProperty("owner", owner.name());
        json.writeNumberProperty("under", measured.under());
        json.writeNumberProperty("over", measured.over());
        json.writeNumberProperty("underTime", measured.underTime());
        json.writeNumberProperty("overTime", measured.overTime());
        json.writeNumberProperty("slots", seen.getLast().most());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, LoadSample point, Caller caller) {
        json.writeStartObject();
        JsonWriter.write(json, "at", point.at());
        json.writeNumberProperty("agents", point.agents());
        json.writeNumberProperty("slots", point.slots());
        json.writeNumberProperty("running", point.running());
        json.writeNumberProperty("queued", point.queued());
        json.writeNumberProperty("costPerHour", point.costPerHour());
        json.writeObjectPropertyStart("machines");
        point.machines().forEach((supply, count) -> json.writeNumberProperty(EnumWords.of(supply), count));
        json.writeEndObject();
        json.writeObjectPropertyStart("owners");
        point.owners().forEach((owner, wanted) -> {
            if (caller.maySee(owner)) write(json, Map.entry(owner.name(), wanted));
        });
        json.writeEndObject();
        json.writeObjectPropertyStart("setups");
        for (var entry : point.setups().entrySet()) write(json, entry);
        json.writeEndObject();
        json.writeEndObject();
    }

    /** Two numbers: how many tasks wanted a slot, and how many slots there were. */
    private static void write(JsonGenerator json, Map.Entry<String, LoadSample.SlotDemand> entry) {
        json.writeArrayPropertyStart(entry.getKey());
        json.writeNumber(entry.getValue().demand());
        json.writeNumber(entry.getValue().slots());
        json.writeEndArray();
    }
}
