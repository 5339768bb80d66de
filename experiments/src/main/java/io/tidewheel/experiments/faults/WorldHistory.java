package io.tidewheel.experiments.faults;

import io.tidewheel.engine.EndedChain;
import io.tidewheel.engine.NewRun;
import io.tidewheel.experiments.histories.ChainHistories;
import io.tidewheel.experiments.histories.ChainModel;
import io.tidewheel.experiments.histories.KeyModel;
import io.tidewheel.experiments.histories.LinearizabilityChecker;
import io.tidewheel.experiments.histories.RecordedOperation;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.Delivery;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.RunId;
import io.tidewheel.model.Time;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the clients and agents of a world came to know, under virtual time. */
final class WorldHistory {
    private final ChainHistories chains = new ChainHistories();
    private final Map<RunId, NewRun> runs = new HashMap<>();
    private final Map<String, List<RecordedOperation<RunId>>> keys = new TreeMap<>();
    private final Time time;
    private boolean losesReports;

    WorldHistory(Time time) {
        this.time = time;
    }

    /**
     * Whether an agent may be told that its report is known although it does not count: a later message is acknowledged, and an earlier one was
     * lost; or the agent was given up meanwhile, and has come back. What it did is done again then.
     */
    void losesReports(boolean loses) {
        losesReports = loses;
    }

    /** An agent has been told that its report is recorded. */
    void reported(ChainId chain, String agent, long number) {
        if (!losesReports) chains.reported(chain, agent, number, time.nanos());
    }

    ChainHistories chains() {
        return chains;
    }

    /** A client was told which run it has submitted. */
    void submitted(RunId run, NewRun submission, long began, long now) {
        runs.put(run, submission);
        submission
                .key()
                .ifPresent(key -> keys.computeIfAbsent(key, _ -> new ArrayList<>())
                        .add(new RecordedOperation<>(run, began, now)));
        int count = submission
                .spec()
                .array()
                .map(IndexRange::count)
                .orElse(submission.chains().size());
        adding(run, 0, count, began);
        added(run, 0, count, now);
    }

    void adding(RunId run, int first, int count, long now) {
        for (int i = first; i < first + count; i++) chains.adding(new ChainId(run, i), now);
    }

    void added(RunId run, int first, int count, long now) {
        for (int i = first; i < first + count; i++) chains.added(new ChainId(run, i), now);
    }

    /** A server has told the world that a chain has ended. Of one that did not succeed it need not know the last attempt. */
    void told(RunId run, EndedChain chain) {
        int attempt = chain.state() == ChainState.SUCCEEDED ? chain.attempt() : ChainModel.UNTOLD;
        chains.seen(new ChainId(run, chain.index()), chain.state(), attempt, time.nanos(), time.nanos());
    }

    /** Somebody has looked where a chain stands. */
    void seen(ChainRecord chain) {
        chains.seen(chain.id(), chain.state(), chain.attempt(), time.nanos(), time.nanos());
    }

    /** Says what nothing explains. */
    Optional<String> complaint() {
        var checker = new LinearizabilityChecker<>(new KeyModel());
        for (var key : keys.entrySet()) {
            var complaint = checker.complaint(key.getValue());
            if (complaint.isPresent()) return Optional.of("key %s: %s".formatted(key.getKey(), complaint.get()));
        }
        return chains.complaint(this::model);
    }

    /**
     * The model of a chain; empty for one that may be leased from memory alone, where nobody promises that an attempt belongs to one
     * agent.
     */
    private Optional<ChainModel> model(ChainId chain) {
        var submission = runs.get(chain.run());
        if (submission == null || submission.lane().delivery() == Delivery.AT_LEAST_ONCE) return Optional.empty();
        // Runs end by deadlines and at the wish of their clients, and chains when too many of their agents die.
        return Optional.of(
                submission.controller().isPresent() ? ChainModel.ofController(true) : ChainModel.ofClient(true));
    }
}
