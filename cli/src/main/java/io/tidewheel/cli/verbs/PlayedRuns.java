package io.tidewheel.cli.verbs;

import io.tidewheel.autoscaling.elastic.PolicyCatalogue;
import io.tidewheel.cli.api.EmbeddedApiClient;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.workflows.EarlierRun;
import io.tidewheel.cli.workflows.WhatIfOptions;
import io.tidewheel.model.Durations;
import io.tidewheel.model.RunId;
import io.tidewheel.server.endpoints.rest.RunReplays;
import io.tidewheel.server.http.LocalCalls;
import java.util.Optional;

/**
 * Plays runs again for the pages of a server, with the code of {@code tidewheel replay} and so with the same numbers.
 *
 * @param policies those that may be asked about
 */
public record PlayedRuns(PolicyCatalogue policies) implements RunReplays {
    /** The most tasks of a run that is played: more take longer than anybody wants to wait before a page. */
    private static final int MOST_TASKS = 20_000;

    @Override
    public Optional<byte[]> play(LocalCalls calls, RunId run, Question question) {
        var options = WhatIfOptions.of(
                        question.policies(),
                        question.budget(),
                        question.budgetInterval().map(Durations::parse),
                        question.deadline().map(Durations::parse))
                .with(policies);
        try (var api = new EmbeddedApiClient(calls)) {
            var record = api.get("/runs/" + run);
            if (JsonText.number(record, "succeeded") > MOST_TASKS) return Optional.empty();
            var tasks = ReplayCommand.tasks(api, run.number());
            if (tasks.isEmpty())
                throw new IllegalArgumentException(
                        "no task of run %s has succeeded: there is nothing to be played again".formatted(run));
            var known = ReplayCommand.known(api, record, tasks, options.guess());
            return Optional.of(JsonText.MAPPER.writeValueAsBytes(
                    options.answer(known, PricedSetups.of(api), EarlierRun.beforeOf(api, run.number()))));
        } catch (CliError wrong) {
            throw new IllegalArgumentException(wrong.getMessage(), wrong);
        }
    }
}
