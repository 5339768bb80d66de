package io.tidewheel.server.endpoints.rest;

import io.tidewheel.engine.Engine;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.CountedNoun;
import io.tidewheel.model.EndRequest;
import io.tidewheel.model.LaneId;
import io.tidewheel.model.Reason;
import io.tidewheel.model.Refusal;
import io.tidewheel.model.RequiredResources;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.RunState;
import io.tidewheel.model.SessionRecord;
import io.tidewheel.scheduling.LaneReason;
import io.tidewheel.scheduling.WhyWaiting;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.json.EnumWords;
import io.tidewheel.server.http.json.QuotedText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Says why a run or a chain waits, or why it ended as it did, and what to do next. */
final class ExplainRoutes {
    /** How many chains are looked at to count reasons; in a larger run the counts are a sample, and say so. */
    private static final int LOOKED_AT = 1_000;

    private static final int MOST_LEFT_OVER = 20;

    private final ApiQueries backend;
    private final ChainRoutes chains;

    ExplainRoutes(ApiQueries backend, ChainRoutes chains) {
        this.backend = backend;
        this.chains = chains;
    }

    HttpAnswer run(AdmittedRequest request) {
        request.query().allow();
        return explain(backend.run(request)).answer();
    }

    HttpAnswer chain(AdmittedRequest request) {
        request.query().allow();
        var run = backend.run(request);
        return explain(run, chains.find(run, backend.chain(request, run))).answer();
    }

    // --- runs ---

    private Explanation explain(RunRecord run) {
        if (run.state().isFinal()) return ended(run);
        if (run.ending() != EndRequest.NOT_ASKED) {
            return Explanation.of(
                    true,
                    run.state().name(),
                    "ending",
                    "it is being ended (%s); %s not ended yet"
                            .formatted(
                                    run.endReason().sentence(),
                                    tasks(run.totals().open(), "has", "have")),
                    run.ending() == EndRequest.KILL ? "" : "to end them at once: tidewheel kill " + run.id());
        }
        if (run.held()) return held(run);
        if (run.spec().kind() == RunKind.JOB) return job(run);
        if (run.size() == run.totals().ended() && !run.closed()) {
            return Explanation.of(
                    true,
                    run.state().name(),
                    "open",
                    "%s ended, and it waits for more, because it has not been closed"
                            .formatted(all(run.size(), "has", "have")),
                    "add tasks, or close it: tidewheel close %s".formatted(run.id()));
        }
        return unfinished(run);
    }

    /** What is at work may be at foreign sites, of which the engine knows nothing. */
    private Explanation job(RunRecord run) {
        var view = backend.server().jobs().view(run, 0);
        var agents = view.partitions().stream().filter(part -> part.chain() >= 0);
        boolean waitsForAgents = view.outlook().queued() > 0
                && (view.foreignId().isEmpty()
                        || agents.anyMatch(part -> part.state().equals("QUEUED")));
        var sentence = JobWords.running(view);
        if (waitsForAgents) {
            var why = waiting(run, 0);
            return new Explanation(
                            why.waiting(),
                            run.state().name(),
                            sentence + "; for those that wait: " + why.sentence(),
                            why.remedy(),
                            why.causes())
                    .and(backOff(run).stream().toList());
        }
        boolean waits = view.outlook().queued() > 0 && !view.complete();
        return Explanation.of(
                waits && view.outlook().running() == 0,
                run.state().name(),
                waits ? "waits-for-site" : "running",
                waits ? sentence + ", for a foreign site to take them" : sentence,
                waits ? "see which sites there are: tidewheel site ls" : "");
    }

    private static Explanation held(RunRecord run) {
        return Explanation.of(
                true,
                run.state().name(),
                "held",
                "it is held: nothing of it is started until it is released",
                "tidewheel release " + run.id());
    }

    private Explanation unfinished(RunRecord run) {
        var backOff = backOff(run);
        var live = backend.statuses(List.of(run)).get(run.id());
        long running = live == null ? 0 : live.running();
        long queued = run.size() - run.totals().ended() - running;
        if (queued <= 0) {
            return Explanation.of(
                    false,
                    run.state().name(),
                    "running",
                    (running == 1
                            ? "its last task is running"
                            : "its last %s are running".formatted(CountedNoun.of(running, "task"))),
                    "");
        }
        boolean onlyBackOff =
                backOff.map(cause -> cause.chains().orElse(0L) >= queued).orElse(false);
        if (onlyBackOff) {
            var cause = backOff.orElseThrow();
            return new Explanation(true, run.state().name(), cause.text(), Optional.empty(), List.of(cause));
        }
        return waiting(run, running).and(backOff.stream().toList());
    }

    private Explanation waiting(RunRecord run, long running) {
        return waiting(run, engine -> engine.explain(run.id()), running);
    }

    private Explanation waiting(RunRecord run, LaneId lane) {
        return waiting(
                run, engine -> engine.explain(lane).thenApply(why -> why.map(each -> new LaneReason(lane, each))), 0);
    }

    private Explanation waiting(
            RunRecord run, Function<Engine, CompletableFuture<Optional<LaneReason>>> question, long running) {
        Optional<LaneReason> reason;
        try {
            reason = backend.ask(question);
        } catch (Refusal unavailable) {
            return unavailable(run.state().name(), unavailable);
        }
        var why = reason.map(LaneReason::why);
        var unpaid = unpaid(run);
        if (unpaid.isPresent() && !(why.isPresent() && why.get() instanceof WhyWaiting.AboutToStart))
            return unpaid.get();
        var prefix = running > 0 ? tasks(running, "is", "are") + " running; for the others: " : "";
        if (why.isPresent() && !(why.get() instanceof WhyWaiting.AboutToStart)) {
            var machine = fromTheFleet(run, reason.orElseThrow().lane(), prefix);
            if (machine.isPresent()) return machine.get();
        }
        return why.map(each -> Explanation.of(
                        !(each instanceof WhyWaiting.AboutToStart),
                        run.state().name(),
                        code(each),
                        prefix + each.sentence(),
                        remedy(each)))
                .orElseGet(() -> Explanation.of(
                        true, run.state().name(), "changing", "it has just changed its state: ask again", ""));
    }

    /** What its own budget does not pay for is held, whatever else there is to be said. */
    private Optional<Explanation> unpaid(RunRecord run) {
        return backend.spending(run)
                .filter(spending -> spending.oneMore().isPresent())
                .map(spending -> {
                    var price = spending.oneMore().orElseThrow();
                    var least = spending.spent().plus(price);
                    return Explanation.of(
                            true,
                            run.state().name(),
                            "budget",
                            "it is held because its budget is used up: of %s it has spent %s, and one more interval of a machine that could go on costs at least %s, so that %s is missing"
                                    .formatted(
                                            spending.budget(), spending.spent(), price, least.minus(spending.budget())),
                            "give it more: tidewheel budget %s %s".formatted(run.id(), least));
                });
    }

    /** Where machines can be made for it, that is the news; that nobody present has room for it goes without saying. */
    private Optional<Explanation> fromTheFleet(RunRecord run, LaneId waits, String prefix) {
        var fleet = backend.server().fleet();
        if (fleet.isEmpty()) return Optional.empty();
        return run.lanes().stream()
                .filter(lane -> lane.id().equals(waits))
                .flatMap(lane -> FleetWords.about(
                        fleet.get(),
                        run.spec().owner(),
                        new RequiredResources(
                                lane.spec().requires(), lane.spec().needs()),
                        backend.fleetNow())
                        .stream())
                .findFirst()
                .map(words -> Explanation.of(
                        true, run.state().name(), words.code(), prefix + words.sentence(), words.remedy()));
    }

    private static Explanation unavailable(String state, Refusal unavailable) {
        return Explanation.of(
                true,
                state,
                "server-unavailable",
                "nothing is started at the moment: " + unavailable.getMessage(),
                "see the server's log, and: tidewheel server show");
    }

    private static String code(WhyWaiting why) {
        return switch (why) {
            case WhyWaiting.NoAgentOffers none -> none.agents() == 0 ? "no-agent" : "no-agent-offers";
            case WhyWaiting.NoAgentHas _ -> "no-agent-has";
            case WhyWaiting.SuitableAgentsBusy _ -> "agents-busy";
            case WhyWaiting.AmountsInUse _ -> "amounts-in-use";
            case WhyWaiting.NotPaidFor _ -> "budget";
            case WhyWaiting.BeingFoundOut _ -> "being-found-out";
            case WhyWaiting.AboutToStart _ -> "about-to-start";
        };
    }

    private static String remedy(WhyWaiting why) {
        return switch (why) {
            case WhyWaiting.NoAgentOffers none ->
                none.requires().size() == 0
                        ? "tidewheel agent start --server URL"
                        : "tidewheel agent start --server URL --capabilities " + none.requires();
            case WhyWaiting.NoAgentHas none ->
                "start an agent that has %s, or submit the run again with less".formatted(none.needs());
            case WhyWaiting.AmountsInUse busy -> "wait, or start another agent that has %s".formatted(busy.needs());
            case WhyWaiting.SuitableAgentsBusy _ -> "start more agents, or raise the run's priority";
            case WhyWaiting.NotPaidFor _ -> "";
            case WhyWaiting.BeingFoundOut _ -> "";
            case WhyWaiting.AboutToStart _ -> "";
        };
    }

    private Optional<Explanation.Cause> backOff(RunRecord run) {
        var delayed = backend.archive().chains(run.id(), Set.of(ChainState.DELAYED), 0, LOOKED_AT, true);
        var due = delayed.isEmpty()
                ? Optional.<Instant>empty()
                : backend.archive().nextAttempt(run.id());
        return due.map(at -> new Explanation.Cause(
                "back-off",
                delayed.size() == 1
                        ? "1 task failed and waits for its next attempt, which is due " + in(at)
                        : "%s%s failed and wait for their next attempt; the next one is due %s"
                                .formatted(
                                        delayed.size() == LOOKED_AT ? "at least " : "",
                                        CountedNoun.of(delayed.size(), "task"),
                                        in(at)),
                Optional.of((long) delayed.size())));
    }

    private static String tasks(long count, String one, String many) {
        return CountedNoun.of(count, "task") + " " + (count == 1 ? one : many);
    }

    private static String all(long count, String one, String many) {
        return (count == 1 ? "its only task " : "all its %s ".formatted(CountedNoun.of(count, "task")))
                + (count == 1 ? one : many);
    }

    private static String were(long count) {
        return "%d %s".formatted(count, count == 1 ? "was" : "were");
    }

    private Explanation ended(RunRecord run) {
        var totals = run.totals();
        var state = run.state().name();
        if (run.spec().kind() == RunKind.JOB && run.state() == RunState.SUCCEEDED) {
            var view = backend.server().jobs().view(run, 0);
            return Explanation.of(false, state, "succeeded", JobWords.ended(view), "");
        }
        if (run.state() == RunState.SUCCEEDED) {
            return Explanation.of(false, state, "succeeded", all(totals.succeeded(), "", "") + "ended well", "");
        }
        var why = switch (run.endReason()) {
            case NONE, CANCELLED, EXIT_CODE -> "";
            case PARTIAL, LEFT_OVER -> "; " + run.endReason().sentence();
            default -> "; it was ended early because " + run.endReason().sentence();
        };
        var iterations = run.spec().kind() == RunKind.JOB
                ? JobWords.ended(backend.server().jobs().view(run, 0)) + "; "
                : "";
        var sentence = "%s%d of its %s failed and %s cancelled%s"
                .formatted(
                        iterations,
                        totals.failed(),
                        CountedNoun.of(run.size(), "task"),
                        were(run.size() - totals.failed() - totals.succeeded()),
                        why);
        return new Explanation(
                        false,
                        state,
                        sentence,
                        Optional.of("look at one: tidewheel explain %s/N; run them again: tidewheel retry %s"
                                .formatted(run.id(), run.id())),
                        causes(run))
                .and(leftOver(run));
    }

    /** What was not done of a workflow, and which input never came. */
    private List<Explanation.Cause> leftOver(RunRecord run) {
        if (run.spec().kind() != RunKind.WORKFLOW || run.state() != RunState.FAILED) return List.of();
        return backend.server().workflowQueries().leftOver(run.id()).stream()
                .limit(MOST_LEFT_OVER)
                .map(action -> new Explanation.Cause(
                        "left-over",
                        "the action '%s' was not done: %s".formatted(action.action(), action.reason()),
                        Optional.empty()))
                .toList();
    }

    private List<Explanation.Cause> causes(RunRecord run) {
        var unsuccessful = EnumSet.of(ChainState.FAILED, ChainState.CANCELLED);
        var found = backend.archive().chains(run.id(), unsuccessful, 0, LOOKED_AT, true);
        var counts = new TreeMap<Reason, Long>();
        found.forEach(chain -> counts.merge(chain.reason(), 1L, Long::sum));
        var causes = new ArrayList<Explanation.Cause>();
        var sample = found.size() == LOOKED_AT ? " (among the first %,d)".formatted(LOOKED_AT) : "";
        counts.forEach((reason, count) -> causes.add(
                new Explanation.Cause(EnumWords.of(reason), reason.sentence() + sample, Optional.of(count))));
        return causes;
    }

    // --- chains ---

    private Explanation explain(RunRecord run, ChainRecord chain) {
        var state = chain.state().shown();
        return switch (chain.state()) {
            case SUCCEEDED ->
                Explanation.of(false, state, "succeeded", "it ended well in attempt %d".formatted(chain.attempt()), "");
            case FAILED, CANCELLED -> ended(run, chain).and(lossesIfAny(run, chain));
            case RUNNING -> running(chain).and(loss(run, chain));
            case DELAYED -> delayed(chain).and(lossesIfAny(run, chain));
            case HELD -> held(run);
            case READY -> ready(run, chain).and(lossesIfAny(run, chain));
        };
    }

    private Explanation delayed(ChainRecord chain) {
        return Explanation.of(
                true,
                chain.state().shown(),
                "back-off",
                "attempt %d %s (%s); the next one is due %s"
                        .formatted(
                                chain.attempt(),
                                chain.reason() == Reason.AGENT_LOST ? "was lost" : "failed",
                                chain.reason().sentence(),
                                chain.due().map(this::in).orElse("at once")),
                "");
    }

    private Explanation ready(RunRecord run, ChainRecord chain) {
        var state = chain.state().shown();
        if (run.ending() != EndRequest.NOT_ASKED) {
            return Explanation.of(true, state, "ending", "its run is being ended, and so will it be", "");
        }
        if (run.held()) {
            return Explanation.of(true, state, "held", "its run is held", "tidewheel release " + run.id());
        }
        var why = waiting(run, new LaneId(run.id(), chain.lane()));
        var again = chain.attempt() == 0
                ? List.<Explanation.Cause>of()
                : List.of(new Explanation.Cause(
                        "again",
                        "attempt %d ended without success: %s"
                                .formatted(chain.attempt(), chain.reason().sentence()),
                        Optional.empty()));
        return new Explanation(why.waiting(), state, why.sentence(), why.remedy(), why.causes()).and(again);
    }

    private Explanation running(ChainRecord chain) {
        var agent = chain.session().flatMap(backend.archive()::session).map(SessionRecord::agent);
        var since = chain.claimed()
                .map(at -> " for " + seconds(Duration.between(at, backend.now())))
                .orElse("");
        return Explanation.of(
                false,
                chain.state().shown(),
                "running",
                "attempt %d has been with agent %s%s".formatted(chain.attempt(), agent.orElse("unknown"), since),
                "");
    }

    /** What happens if its agent is lost, and how much of that it has seen already. */
    private List<Explanation.Cause> loss(RunRecord run, ChainRecord chain) {
        var limits = chain.session().flatMap(session -> backend.ask(engine -> engine.limits(session)));
        var causes = new ArrayList<Explanation.Cause>();
        causes.add(LossWords.silence(run.spec().agentSilence(), limits));
        causes.addAll(losses(run, chain));
        return causes;
    }

    /** The agents that were lost with it. */
    private List<Explanation.Cause> losses(RunRecord run, ChainRecord chain) {
        int most = run.spec()
                .poisonAfter()
                .orElseGet(() -> backend.server().host().engine().poisonAfter());
        boolean isAsked = run.spec().poisonAfter().isPresent();
        return LossWords.losses(chain.losses(), most, isAsked, backend.archive().attempts(chain.id(), LOOKED_AT));
    }

    private List<Explanation.Cause> lossesIfAny(RunRecord run, ChainRecord chain) {
        var losses = losses(run, chain);
        return chain.losses() > 0 || losses.size() > 1 ? losses : List.of();
    }

    private Explanation ended(RunRecord run, ChainRecord chain) {
        var message = ChainViews.outcome(chain.report()).getMessage();
        var code = chain.reason() == Reason.EXIT_CODE ? " (%d)".formatted(chain.exitCode()) : "";
        var tried =
                chain.attempt() == 0 ? "it was never started" : "attempt %d was the last".formatted(chain.attempt());
        var sentence = "%s: %s%s%s; %s"
                .formatted(
                        EnumWords.of(chain.state()),
                        chain.reason().sentence(),
                        code,
                        message.isEmpty() ? "" : ": " + QuotedText.shown(message),
                        tried);
        return Explanation.of(
                false, chain.state().shown(), EnumWords.of(chain.reason()), sentence, nextStep(run, chain));
    }

    private static String nextStep(RunRecord run, ChainRecord chain) {
        var where = "%s/%d".formatted(run.id(), chain.id().index());
        return switch (chain.reason()) {
            case EXIT_CODE, SIGNAL, ERROR, INACTIVITY ->
                "see what it printed: tidewheel logs %s; run it again: tidewheel retry %s".formatted(where, where);
            case NOT_STARTED ->
                "check the command's name and whether it is installed on the agents; then: tidewheel retry " + where;
            case TIMEOUT -> "give it more time with --max-runtime, then submit it again";
            case DEADLINE -> "give it a later deadline, or more agents, then submit it again";
            case OUT_OF_MEMORY -> "run it on agents with more memory: tidewheel retry " + where;
            case POISON ->
                "agents were lost whenever it ran: look at what it does to its machine before tidewheel retry " + where;
            case AGENT_LOST, AGENT_DIED, RETURNED -> "run it again: tidewheel retry " + where;
            case TOO_MANY_FAILS, PARTIAL, LEFT_OVER -> "see why the others failed: tidewheel explain " + run.id();
            case UNREADABLE -> "submit it again to this version of the server";
            case BUDGET -> "raise the budget, then: tidewheel retry " + where;
            case UNPLACEABLE -> "start an agent that offers what it requires, then: tidewheel retry " + where;
            case CANCELLED -> "run it again: tidewheel retry " + where;
            case WITHDRAWN -> "see what others do: tidewheel show %s --job".formatted(run.id());
            case NONE -> "";
        };
    }

    private String in(Instant at) {
        var wait = Duration.between(backend.now(), at);
        return wait.isNegative() || wait.isZero() ? "at once" : "in " + seconds(wait);
    }

    private static String seconds(Duration duration) {
        return "%.1f s".formatted(Math.max(0, duration.toMillis() / 1e3));
    }
}
