package io.tidewheel.server.endpoints.rest;

import io.tidewheel.autoscaling.Plan;
import io.tidewheel.engine.AgentView;
import io.tidewheel.engine.Engine;
import io.tidewheel.engine.Fleet;
import io.tidewheel.engine.Histogram;
import io.tidewheel.engine.WorkCounts;
import io.tidewheel.model.AgentState;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.MachineState;
import io.tidewheel.model.Money;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.Role;
import io.tidewheel.model.ServerRecord;
import io.tidewheel.model.ServerState;
import io.tidewheel.scheduling.LossCause;
import io.tidewheel.server.access.Caller;
import io.tidewheel.server.endpoints.EngineRestart;
import io.tidewheel.server.http.StatusCounts;
import io.tidewheel.server.http.json.EnumWords;
import io.tidewheel.server.notices.NoticeService;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/** The counters of the server in Prometheus' text form. Labels are states and the like, never a run, a chain or an agent. */
final class Metrics {
    private static final int MOST_QUEUES = 50;
    private static final String OTHERS = "(others)";

    private final ApiQueries backend;
    private final StatusCounts tallies;

    Metrics(ApiQueries backend, StatusCounts tallies) {
        this.backend = backend;
        this.tallies = tallies;
    }

    /** Figures of the server are for everybody who may ask; the names of owners, and what they call things, only for themselves. */
    String text(Caller caller) {
        var page = new Page();
        engine(page);
        state(page, caller);
        jobs(page);
        backend.server().fleet().ifPresent(fleet -> fleet(page, fleet, caller));
        backend.server().notices().ifPresent(service -> notices(page, service));
        server(page);
        return page.text.toString();
    }

    private static void notices(Page page, NoticeService service) {
        var counters = service.counters();
        page.counter("tidewheel_notices_delivered_total", "What people outside were told.", counters.delivered);
        page.counter("tidewheel_notices_failed_total", "Attempts to tell somebody that failed.", counters.failed);
        page.counter("tidewheel_notices_given_up_total", "What somebody could not be told.", counters.givenUp);
        page.counter("tidewheel_notices_dropped_total", "Left out because too much waited.", counters.dropped);
        long waiting = service.targets().stream()
                .mapToLong(NoticeService.TargetStatus::waiting)
                .sum();
        page.gauge("tidewheel_notices_waiting", "What is still to be told.", waiting);
    }

    private void engine(Page page) {
        var counters = backend.server().host().counters();
        page.counter("tidewheel_engine_runs_submitted_total", "Runs accepted.", counters.runsSubmitted);
        page.counter("tidewheel_engine_tasks_submitted_total", "Tasks accepted.", counters.chainsSubmitted);
        page.counter("tidewheel_engine_tasks_started_total", "Leases given to agents.", counters.leasesGranted);
        page.head("tidewheel_engine_tasks_finished_total", "counter", "Tasks that reached a final state.");
        page.line("tidewheel_engine_tasks_finished_total{state=\"succeeded\"}", counters.chainsSucceeded.sum());
        page.line("tidewheel_engine_tasks_finished_total{state=\"failed\"}", counters.chainsFailed.sum());
        page.line("tidewheel_engine_tasks_finished_total{state=\"cancelled\"}", counters.chainsCancelled.sum());
        page.counter(
                "tidewheel_engine_attempts_retried_total", "Failed attempts tried again.", counters.attemptsRetried);
        page.counter(
                "tidewheel_engine_leases_expired_total", "Leases taken back from lost agents.", counters.leasesLost);
        page.counter(
                "tidewheel_engine_tasks_poisoned_total",
                "Tasks given up after losing agents.",
                counters.chainsPoisoned);
        page.counter("tidewheel_engine_tasks_recalled_total", "Tasks given back unstarted.", counters.chainsRecalled);
        page.counter(
                "tidewheel_engine_claims_missed_total", "Tasks another server leased first.", counters.claimsMissed);
        page.counter(
                "tidewheel_engine_runs_overtaken_total",
                "How often another server had added to a run, or ended it, when this one was about to.",
                counters.runsOvertaken);
        page.counter(
                "tidewheel_engine_stale_reports_refused_total",
                "Reports under a lease that was not current.",
                counters.staleReportsRefused);
        page.counter(
                "tidewheel_engine_forgeries_refused_total",
                "What agents said in the name of others, or of what others hold.",
                counters.forgeriesRefused);
        page.counter("tidewheel_engine_agents_lost_total", "Agents that were given up.", counters.agentsLost);
        page.head(
                "tidewheel_engine_attempts_lost_total",
                "counter",
                "Attempts that were at work on a lost agent, by why it was lost.");
        for (var cause : LossCause.values()) {
            page.line(
                    "tidewheel_engine_attempts_lost_total{cause=\"%s\"}".formatted(EnumWords.of(cause)),
                    counters.attemptsLost(cause).sum());
        }
        page.counter(
                "tidewheel_engine_leases_reclaimed_total",
                "Leases that agents had again which came back with what they ran.",
                counters.leasesReclaimed);
        page.counter(
                "tidewheel_engine_agents_put_aside_total",
                "Agents put aside because everything failed on them.",
                counters.agentsPutAside);
        page.counter("tidewheel_engine_log_bytes_kept_total", "Output kept.", counters.logBytesKept);
        page.counter(
                "tidewheel_engine_log_bytes_dropped_total",
                "Output left out because of a quota.",
                counters.logBytesDropped);
        page.counter(
                "tidewheel_engine_bugs_total", "Requests that failed for a reason nobody thought of.", counters.bugs);
        page.histogram(
                "tidewheel_engine_queue_wait_seconds", "From submission to the first lease of a chain.", counters.wait);
        page.histogram(
                "tidewheel_engine_attempt_seconds", "From lease to accepted report of an attempt.", counters.attempt);
        page.histogram(
                "tidewheel_engine_placement_seconds", "Deciding which tasks go where, per turn.", counters.placement);
        page.histogram(
                "tidewheel_engine_turn_seconds",
                "One turn of the engine: the lag of anything asked of it.",
                counters.turn);
        page.counter(
                "tidewheel_store_tasks_forgotten_total",
                "Ended tasks that the store did not know any more after a failure, and that are run again.",
                counters.chainsRepeated);
        page.counter(
                "tidewheel_store_runs_forgotten_total",
                "Confirmed runs that the store did not know any more after a failure.",
                counters.runsForgotten);
        page.counter("tidewheel_store_runs_removed_total", "Finished runs removed by retention.", counters.runsRemoved);
        page.counter("tidewheel_store_tasks_removed_total", "Tasks of removed runs removed.", counters.chainsRemoved);
        page.histogram("tidewheel_store_commit_seconds", "Making a turn durable.", counters.commit);
    }

    private void state(Page page, Caller caller) {
        var tally = present(() -> backend.ask(engine -> engine.tally()));
        page.gauge("tidewheel_engine_ready", "1 if the engine is there.", tally.isPresent() ? 1 : 0);
        page.head("tidewheel_engine_restarts_total", "counter", "How often the engine was opened anew, by cause.");
        for (var cause : EngineRestart.values()) {
            page.line(
                    "tidewheel_engine_restarts_total{cause=\"%s\"}".formatted(EnumWords.of(cause)),
                    backend.server().host().restarts(cause));
        }
        if (tally.isEmpty()) return;
        chains(page, tally.get());
        present(() -> backend.ask(engine -> engine.agents())).ifPresent(views -> agents(page, views));
        present(() -> backend.ask(engine -> engine.servers())).ifPresent(servers -> servers(page, servers));
        present(() -> backend.ask(engine -> engine.demand())).ifPresent(demand -> queues(page, named(demand, caller)));
    }

    private void jobs(Page page) {
        var jobs = backend.server().jobs();
        var sums = jobs.sums();
        page.gauge(
                "tidewheel_jobs_open",
                "Iterative jobs that have not ended, those inside of workflows too.",
                sums.open());
        page.gauge("tidewheel_jobs_partitions_running", "Partitions of iterative jobs at work.", sums.running());
        page.gauge(
                "tidewheel_jobs_iterations_left",
                "Iterations of open jobs that nobody has done yet, as predicted.",
                sums.left());
        page.gauge(
                "tidewheel_jobs_iterations_per_second", "Speed of all partitions together.", Math.round(sums.speed()));
        page.gauge(
                "tidewheel_jobs_late",
                "Open jobs that will miss their target time by their present speed.",
                sums.late());
        page.gauge(
                "tidewheel_jobs_reports_total", "counter", "How often a partition told its progress.", jobs.reports());
    }

    private static void fleet(Page page, Fleet fleet, Caller caller) {
        var counters = fleet.counters();
        page.counter("tidewheel_fleet_machines_wanted_total", "Machines decided on.", counters.machinesWanted);
        page.counter(
                "tidewheel_fleet_machines_ready_total", "Machines whose agent has joined.", counters.machinesReady);
        page.counter(
                "tidewheel_fleet_machines_failed_total",
                "Machines that could not be made or never got ready.",
                counters.machinesFailed);
        page.counter(
                "tidewheel_fleet_machines_lost_total", "Machines lost after they were ready.", counters.machinesLost);
        page.counter("tidewheel_fleet_machines_gone_total", "Machines taken away.", counters.machinesGone);
        page.counter("tidewheel_fleet_strays_total", "Machines found that nobody knew of.", counters.straysFound);
        page.counter("tidewheel_fleet_plans_refused_total", "Plans that made no sense.", counters.plansRefused);
        page.histogram(
                "tidewheel_fleet_machine_start_seconds",
                "From the decision to the arrival of the first agent.",
                counters.start);
        var status = fleet.status();
        page.gauge("tidewheel_fleet_leading", "1 if this server looks after the machines.", status.leading() ? 1 : 0);
        page.head("tidewheel_fleet_machines", "gauge", "Machines that have not ended, by setup and state.");
        for (var setup : fleet.settings().setups()) {
            for (var state : MachineState.values()) {
                if (state.isFinal()) continue;
                long count = status.machines().stream()
                        .filter(machine -> machine.record().setup().equals(setup.id())
                                && machine.record().state() == state)
                        .count();
                page.line(
                        "tidewheel_fleet_machines{setup=\"%s\",state=\"%s\"}"
                                .formatted(escaped(setup.id()), EnumWords.of(state)),
                        count);
            }
        }
        long lacking =
                status.shortages().stream().mapToLong(Plan.Shortage::chains).sum();
        page.gauge("tidewheel_fleet_shortage_tasks", "Waiting tasks without room in sight.", lacking);
        var spendings = status.spendings().stream()
                .filter(spending -> caller.maySee(spending.owner()))
                .toList();
        money(page, spendings, "tidewheel_fleet_budget", "What owners may spend.", Plan.Spending::budget);
        money(page, spendings, "tidewheel_fleet_budget_left", "What is left of it.", Plan.Spending::left);
    }

    private static void money(
            Page page, List<Plan.Spending> spendings, String name, String help, Function<Plan.Spending, Money> amount) {
        if (spendings.isEmpty()) return;
        page.head(name, "gauge", help);
        for (var spending : spendings) {
            page.line(
                    "%s{owner=\"%s\"}".formatted(name, escaped(spending.owner().name())), amount.apply(spending));
        }
    }

    private static String escaped(String label) {
        return label.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    /** Figures of single agents are at /api/v1/agents; here are their sums. */
    private void agents(Page page, List<AgentView> views) {
        var counts = new EnumMap<AgentState, Long>(AgentState.class);
        long slots = 0;
        long busy = 0;
        for (var view : views) {
            counts.merge(view.state(), 1L, Long::sum);
            if (view.state() == AgentState.DISCONNECTED) continue;
            slots += view.slots();
            busy += Math.min(view.slots(), view.holds());
        }
        page.head("tidewheel_agents", "gauge", "Agents of all servers, by state.");
        for (var each : AgentState.values()) {
            page.line("tidewheel_agents{state=\"%s\"}".formatted(EnumWords.of(each)), counts.getOrDefault(each, 0L));
        }
        page.gauge("tidewheel_agents_slots", "Slots of the agents of all servers.", slots);
        page.gauge("tidewheel_agents_slots_taken", "Slots for which an agent holds a chain.", busy);
    }

    private void servers(Page page, List<ServerRecord> servers) {
        var counts = new EnumMap<ServerState, Long>(ServerState.class);
        for (var server : servers) counts.merge(server.state(Engine.serverSilence()), 1L, Long::sum);
        page.head("tidewheel_servers", "gauge", "Servers that share the database, by state.");
        for (var each : ServerState.values()) {
            page.line("tidewheel_servers{state=\"%s\"}".formatted(EnumWords.of(each)), counts.getOrDefault(each, 0L));
        }
        long self = backend.server().host().engine().number().value();
        servers.stream().filter(server -> server.number().value() == self).forEach(server -> {
            page.gauge("tidewheel_server_agents", "Agents that this server hears.", server.agents());
            page.gauge("tidewheel_server_runs", "Runs of which this server makes the tasks.", server.runs());
        });
    }

    /** What nobody offers is a word of the user who requires it, and is told to the administrator alone. */
    private Map<String, Long> named(Map<String, Long> demand, Caller caller) {
        if (caller.role() == Role.ADMIN) return demand;
        var offers = backend.server().host().engine().offers();
        var named = new TreeMap<String, Long>();
        demand.forEach((text, count) -> {
            var need = RequiredResources.of(Capabilities.parse(text));
            boolean known = offers.stream().anyMatch(offer -> offer.covers(need));
            named.merge(known ? text : OTHERS, count, Long::sum);
        });
        return named;
    }

    /** Users choose the names of capabilities: the longest queues are shown, the others together. */
    private static void queues(Page page, Map<String, Long> demand) {
        page.head("tidewheel_engine_queue_tasks", "gauge", "Tasks that may start, by required capabilities.");
        var longest = demand.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .toList();
        long others = 0;
        for (int i = 0; i < longest.size(); i++) {
            var queue = longest.get(i);
            if (i < MOST_QUEUES && !queue.getKey().equals(OTHERS))
                page.line(queueSeries(queue.getKey()), queue.getValue());
            else others += queue.getValue();
        }
        if (others > 0) page.line(queueSeries(OTHERS), others);
    }

    private static String queueSeries(String requires) {
        return "tidewheel_engine_queue_tasks{requires=\"%s\"}".formatted(escaped(requires));
    }

    private static void chains(Page page, WorkCounts tally) {
        page.gauge("tidewheel_engine_runs", "Unfinished runs.", tally.runs());
        page.head("tidewheel_engine_tasks", "gauge", "Tasks of unfinished runs, by state.");
        page.line("tidewheel_engine_tasks{state=\"queued\"}", tally.queued());
        page.line("tidewheel_engine_tasks{state=\"held\"}", tally.held());
        page.line("tidewheel_engine_tasks{state=\"running\"}", tally.running());
    }

    private void server(Page page) {
        tallies.certificateUntil()
                .ifPresent(until -> page.gauge(
                        "tidewheel_http_certificate_seconds",
                        "Time until the certificate ends that is shown to those who connect.",
                        Duration.between(backend.now(), until).toSeconds()));
        var failures = tallies.failures();
        page.gauge(
                "tidewheel_http_sign_ins_failed_total",
                "counter",
                "Requests with a token, a secret or the name of a site that is none.",
                failures.failed());
        page.gauge(
                "tidewheel_http_sign_ins_limited_total",
                "counter",
                "Those of them that were told to come later.",
                failures.limited());
        page.gauge(
                "tidewheel_http_connections_sent_away_total",
                "counter",
                "Connections that asked for nothing and were closed to make room for others.",
                tallies.connectionsSentAway());
        page.gauge(
                "tidewheel_http_links_spoiled_total",
                "counter",
                "Links on which something came that is no message, or was changed on the way.",
                tallies.linksSpoiled());
        page.gauge(
                "tidewheel_http_addresses_forged_total",
                "counter",
                "Requests with an address of an object whose signature does not fit it.",
                tallies.addressesForged());
        page.gauge(
                "tidewheel_http_watchers",
                "Connections that last: links of clients, events, output that flows.",
                tallies.watchers());
        page.gauge(
                "tidewheel_http_watchers_refused_total",
                "counter",
                "Those that were refused because there were too many.",
                tallies.watchersRefused());
        page.gauge(
                "tidewheel_http_outgoing_bytes", "Bytes that wait until readers take them.", tallies.outgoingBytes());
        page.gauge(
                "tidewheel_http_slow_readers_closed_total",
                "counter",
                "Readers that were closed as the slowest, because too much waited.",
                tallies.slowReadersClosed());
        page.head("tidewheel_http_requests_total", "counter", "Requests answered, by class of status.");
        for (int i = 2; i <= 5; i++) {
            page.line("tidewheel_http_requests_total{status=\"%dxx\"}".formatted(i), tallies.answered(i));
        }
        var memory = Runtime.getRuntime();
        page.gauge("tidewheel_process_heap_bytes", "Heap in use.", memory.totalMemory() - memory.freeMemory());
        page.gauge("tidewheel_process_heap_limit_bytes", "The most the heap may take.", memory.maxMemory());
    }

    private static <T> Optional<T> present(java.util.function.Supplier<T> question) {
        try {
            return Optional.of(question.get());
        } catch (Refusal unavailable) {
            return Optional.empty();
        }
    }

    private static final class Page {
        final StringBuilder text = new StringBuilder(8 << 10);

        void head(String name, String type, String help) {
            text.append("# HELP ").append(name).append(' ').append(help).append('\n');
            text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        }

        void line(String series, long value) {
            text.append(series).append(' ').append(value).append('\n');
        }

        void line(String series, Money value) {
            text.append(series).append(' ').append(value).append('\n');
        }

        void counter(String name, String help, LongAdder value) {
            head(name, "counter", help);
            line(name, value.sum());
        }

        void gauge(String name, String help, long value) {
            gauge(name, "gauge", help, value);
        }

        void gauge(String name, String type, String help, long value) {
            head(name, type, help);
            line(name, value);
        }

        void histogram(String name, String help, Histogram values) {
            head(name, "histogram", help);
            for (int i = 0; i < values.classes(); i++) {
                line("%s_bucket{le=\"%s\"}".formatted(name, number(values.boundSeconds(i))), values.countUpTo(i));
            }
            long count = values.count();
            line(name + "_bucket{le=\"+Inf\"}", count);
            text.append(name)
                    .append("_sum ")
                    .append(number(values.sumSeconds()))
                    .append('\n');
            line(name + "_count", count);
        }

        private static String number(double value) {
            return String.format(Locale.ROOT, "%s", value);
        }
    }
}
