package io.tidewheel.server.endpoints.steep;

import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.Refusal;
import io.tidewheel.server.endpoints.SteepJson;
import io.tidewheel.server.http.AdmittedRequest;
import io.tidewheel.server.http.HttpAnswer;
import java.util.List;
import java.util.Optional;

/** {@code /processchains}. */
final class ProcessChainsPath {
    private final SteepQueries queries;
    private final ChainDetails details;

    ProcessChainsPath(SteepQueries queries, ChainDetails details) {
        this.queries = queries;
        this.details = details;
    }

    HttpAnswer list(AdmittedRequest request) {
        var query = request.query().allow("size", "offset", "submissionId", "status");
        var page = SteepPage.of(query);
        var status = query.one("status").map(ProcessChainsPath::status);
        var submission = query.one("submissionId");
        var pages = new ChainPages(queries.archive(), status, page);
        if (submission.isPresent())
            queries.workflow(submission.get(), request.caller()).ifPresent(pages::look);
        else pages.lookAll(WorkflowsPath.filter(request.caller(), Optional.empty()));
        var list = SteepJson.array();
        pages.found().forEach(found -> list.add(details.brief(found.run(), found.chain())));
        return page.answer(list, pages.total());
    }

    private static ChainStatus status(String text) {
        return ChainStatus.named(text)
                .orElseThrow(() -> PlainErrors.error(
                        400,
                        "There is no status `%s'; it is one of %s"
                                .formatted(PlainErrors.shown(text), List.of(ChainStatus.values()))));
    }

    HttpAnswer show(AdmittedRequest request) {
        request.query().allow();
        var found = queries.chain(request);
        return SteepJson.answer(details.whole(found.run(), found.chain()));
    }

    HttpAnswer runs(AdmittedRequest request) {
        request.query().allow();
        var list = SteepJson.array();
        SteepAttempt.all(queries, queries.chain(request).chain()).forEach(run -> list.add(run.json()));
        return SteepJson.answer(list);
    }

    HttpAnswer run(AdmittedRequest request) {
        request.query().allow();
        var found = queries.chain(request);
        var runs = SteepAttempt.all(queries, found.chain());
        int number = number(request.part("number"), request.part("id"), runs.size());
        return SteepJson.answer(details.asOf(found.run(), found.chain(), runs, number));
    }

    /** Refuses what is not the number of a run. */
    static int number(String text, String chain, int runs) {
        if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) < 1) {
            throw PlainErrors.error(
                    400, "Invalid run number `%s': they are counted from 1".formatted(PlainErrors.shown(text)));
        }
        int number = Integer.parseInt(text);
        if (number > runs) throw PlainErrors.error(404, "Process chain `%s' has no run %d".formatted(chain, number));
        return number;
    }

    HttpAnswer change(AdmittedRequest request) {
        request.query().allow();
        var found = queries.chain(request);
        var wanted = ChangeRequest.read(request);
        if (wanted.priority().isPresent())
            reprioritise(found.chain(), wanted.priority().get(), request);
        boolean ends = wanted.cancel() && !found.chain().state().isFinal();
        if (ends) cancel(found.chain(), request);
        // Its lane may be a new one, so that the run is looked up again as well.
        var now = queries.chain(request);
        return SteepJson.answer(details.brief(now.run(), now.chain()));
    }

    /** One that has ended meanwhile is as good. */
    private void cancel(ChainRecord chain, AdmittedRequest request) {
        try {
            queries.ask(engine -> engine.cancel(chain.id(), request.caller().actor()));
        } catch (Refusal refused) {
            boolean hasEnded = refused.kind() == Refusal.Kind.CONFLICT || refused.kind() == Refusal.Kind.NOT_FOUND;
            if (!hasEnded) throw refused;
        }
    }

    private void reprioritise(ChainRecord chain, int priority, AdmittedRequest request) {
        try {
            queries.ask(engine ->
                    engine.reprioritise(chain.id(), priority, request.caller().actor()));
        } catch (Refusal refused) {
            boolean waits = refused.kind() != Refusal.Kind.CONFLICT && refused.kind() != Refusal.Kind.NOT_FOUND;
            if (waits) throw refused;
            throw PlainErrors.error(
                    422,
                    "The priority of process chain `%s' cannot be changed any more: it has %s"
                            .formatted(
                                    SteepQueries.id(chain.id()), chain.state().isFinal() ? "ended" : "started"));
        }
    }
}
