package io.tidewheel.cli.verbs;

import io.tidewheel.cli.Trouble;
import io.tidewheel.cli.api.FolderApi;
import io.tidewheel.cli.text.Json;
import io.tidewheel.cli.workflows.Earlier;
import io.tidewheel.cli.workflows.WhatIfOptions;
import io.tidewheel.model.Durations;
import io.tidewheel.model.RunId;
import io.tidewheel.server.Replays;
import io.tidewheel.server.http.LocalCalls;
import java.util.Optional;

/** Plays runs again for the pages of a server, with the code of {@code tidewheel replay} and so with the same numbers. */
public record PlayedRuns() implements Replays {
    /** More take longer than anybody wants to wait before a page. */
    private static final int MOST_TASKS = 20_000;

    @Override
    public Optional<byte[]> play(LocalCalls calls, RunId run, Question question) {
        var options = WhatIfOptions.of(
                question.policies(),
                question.budget(),
                question.budgetInterval().map(Durations::parse),
                question.deadline().map(Durations::parse));
        try (var api = new FolderApi(calls)) {
            var record = api.get("/runs/" + run);
            if (Json.number(record, "succeeded") > MOST_TASKS) return Optional.empty();
            var tasks = ReplayCommand.tasks(api, run.number());
            if (tasks.isEmpty())
                throw new IllegalArgumentException(
                        "no task of run %s has succeeded: there is nothing to be played again".formatted(run));
            var known = ReplayCommand.known(api, record, tasks, options.guess());
            return Optional.of(Json.MAPPER.writeValueAsBytes(
                    options.answer(known, PricedSetups.of(api), Earlier.beforeOf(api, run.number()))));
        } catch (Trouble wrong) {
            throw new IllegalArgumentException(wrong.getMessage(), wrong);
        }
    }
}
