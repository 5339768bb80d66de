package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.RunKind;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.Sha256;
import io.tidewheel.protocol.wire.Collected;
import io.tidewheel.protocol.wire.FileFacts;
import io.tidewheel.server.http.HttpAnswer;
import io.tidewheel.server.http.HttpProblem;
import io.tidewheel.server.workflows.SharedOutputs;
import io.tidewheel.server.workflows.SharedOutputs.Output;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * The files that a workflow was to keep: in the object store, if its agents share no disk, or else where they were made, as far as this server can hand
 * them out from there.
 */
final class StoredFiles {
    private static final int PIECE_BYTES = 64 << 10;
    /** How many texts are looked into for one page. */
    private static final int MOST_PREVIEWS = 100;

    private final RunRecord run;
    private final ChainViews views;
    private final SharedOutputs shared;
    private final long namingRun;
    private int previewsLeft = MOST_PREVIEWS;

    StoredFiles(ApiQueries backend, RunRecord run) {
        this.run = run;
        this.views = new ChainViews(backend.archive(), backend.server().estimates(), run);
        this.shared = new SharedOutputs(
                Path.of(backend.server().workflows().settings().outPath()));
        this.namingRun = run.spec().kind() == RunKind.WORKFLOW
                ? backend.server().workflowQueries().namingRun(run.id())
                : run.id().number();
    }

    /** One file of an output that was to be kept. */
    private record Kept(Collected output, int position) {
        FileFacts file() {
            return output.getFiles(position);
        }
    }

    private static List<Kept> kept(ChainRecord chain) {
        var files = new ArrayList<Kept>();
        for (var collected : ChainViews.outcome(chain.report()).getCollectedList()) {
            if (!collected.getStore()) continue;
            for (int i = 0; i < collected.getFilesCount(); i++) files.add(new Kept(collected, i));
        }
        return files;
    }

    /** What a chain made, an object for each file. */
    void list(JsonGenerator json, ChainRecord chain) {
        var staged = ChainViews.staged(ChainViews.outcome(chain.report()));
        int number = 0;
        for (var each : kept(chain)) {
            // For a file in the object store, the address has been told with the file.
            var place = staged.containsKey(each.output.getName())
                    ? Optional.<Output>empty()
                    : Optional.of(find(each.file()));
            json.writeStartObject();
            json.writeStringProperty("name", name(each.file(), place));
            json.writeNumberProperty("task", chain.id().index());
            views.file(json, each.output, each.position, staged);
            if (place.isPresent()) where(json, chain, number, each.file(), place.get());
            json.writeEndObject();
            number++;
        }
    }

    private static String name(FileFacts file, Optional<Output> place) {
        return place.isPresent() && place.get() instanceof Output.Here here ? here.name() : file.getPath();
    }

    private void where(JsonGenerator json, ChainRecord chain, int number, FileFacts file, Output place) {
        switch (place) {
            case Output.Elsewhere(var reason) ->
                json.writeStringProperty("unavailable", "it was made at %s, but %s".formatted(file.getPath(), reason));
            case Output.Here here -> {
                json.writeStringProperty(
                        "url",
                        "/api/v1/runs/%s/tasks/%d/files/%d"
                                .formatted(run.id(), chain.id().index(), number));
                preview(here).ifPresent(text -> json.writeStringProperty("preview", text));
            }
        }
    }

    private Output find(FileFacts file) {
        var found = shared.find(namingRun, file.getPath());
        return found instanceof Output.Here here && here.size() != file.getSize()
                ? new Output.Elsewhere("it has been changed since: it had %,d bytes, and has %,d now"
                        .formatted(file.getSize(), here.size()))
                : found;
    }

    private Optional<String> preview(Output.Here here) {
        if (here.size() > StoredRoutes.LARGEST_PREVIEW || previewsLeft-- <= 0) return Optional.empty();
        var bytes = new ByteArrayOutputStream();
        try {
            copy(here, bytes);
        } catch (IOException gone) {
            return Optional.empty();
        }
        return StoredRoutes.preview(bytes.toByteArray());
    }

    /** The content of the file with this number in the list of the chain's; empty if it has none. */
    Optional<HttpAnswer> fetch(ChainRecord chain, int number) {
        var files = kept(chain);
        if (number >= files.size()) return Optional.empty();
        var file = files.get(number).file();
        return switch (find(file)) {
            case Output.Here here -> Optional.of(flowing(here, file));
            case Output.Elsewhere(var reason) ->
                throw HttpProblem.notFound("%s cannot be fetched here: %s".formatted(file.getPath(), reason))
                        .asException();
        };
    }

    private HttpAnswer flowing(Output.Here here, FileFacts file) {
        boolean isHashed = file.getSha256().size() == Sha256.BYTES;
        if (!isHashed) return new HttpAnswer.Flowing("application/octet-stream", out -> copy(here, out), Map.of());
        var hash = Sha256.of(file.getSha256().toByteArray());
        // As with objects: what has another hash than it was made with is broken off before its end.
        return new HttpAnswer.Flowing(
                "application/octet-stream",
                out -> {
                    if (!copy(here, out).equals(hash))
                        throw new IOException("%s has been changed since it was made".formatted(here.name()));
                },
                Map.of(ObjectRoutes.DIGEST, ObjectRoutes.digest(hash)));
    }

    private Sha256 copy(Output.Here here, OutputStream out) throws IOException {
        var sum = new Sha256.Sum();
        var piece = ByteBuffer.allocate(PIECE_BYTES);
        try (var content = shared.open(here)) {
            // No more than it had: somebody may be writing to it.
            for (long left = here.size(); left > 0 && content.read(piece.clear()) >= 0; left -= piece.position()) {
                int count = (int) Math.min(left, piece.position());
                sum.add(piece.array(), 0, count);
                out.write(piece.array(), 0, count);
            }
        }
        return sum.take();
    }
}
