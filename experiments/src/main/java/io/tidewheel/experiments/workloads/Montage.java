package io.tidewheel.experiments.workloads;

import io.tidewheel.workflow.imports.TaskGraph;
import io.tidewheel.workflow.imports.TaskGraph.FileUse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Mosaics of the sky: images are projected, pairs of them compared, a common background is fitted and taken off, and everything is put
 * together, in nine levels. Many short tasks.
 */
final class Montage {
    private static final TruncatedNormal PROJECT = TruncatedNormal.of(13.59, 0.24);
    private static final TruncatedNormal DIFFERENCE = TruncatedNormal.of(10.59, 0.10);
    private static final TruncatedNormal BACKGROUND = TruncatedNormal.of(10.74, 0.17);
    private static final TruncatedNormal PROJECTED_BYTES = TruncatedNormal.of(4.16e6, 10_700);
    private static final TruncatedNormal DIFFERENCE_BYTES = TruncatedNormal.of(284_000, 75_000);
    private static final double IMAGE_BYTES = 4_222_080;
    private static final double MOSAIC_BYTES = 173e6;
    private static final int SINGLE_TASKS = 6;

    private final RandomGenerator random;

    Montage(RandomGenerator random) {
        this.random = random;
    }

    TaskGraph draw(int n) {
        int images = images(n);
        int pairs = n - SINGLE_TASKS - 2 * images;
        var draft = new GraphDraft("montage-" + n);
        var projected = new ArrayList<String>();
        for (int i = 0; i < images; i++) projected.add(project(draft, i));
        var fits = differences(draft, projected, pairs);
        var concat = draft.add("mConcatFit", about(0.08 * pairs), fits, lastOf(draft, fits), 274.0 * pairs);
        var model = draft.add("mBgModel", about(0.13 * pairs), List.of(concat), draft.written(concat), 60.0 * images);
        var corrected = new ArrayList<String>();
        for (var image : projected) {
            var inputs = new ArrayList<>(draft.written(image));
            inputs.addAll(draft.written(model));
            corrected.add(draft.add(
                    "mBackground",
                    BACKGROUND.draw(random),
                    List.of(model, image),
                    inputs,
                    PROJECTED_BYTES.draw(random)));
        }
        finish(draft, corrected);
        return draft.graph();
    }

    /** How many images there are, so that they leave room for the pairs: not more pairs than there are. */
    static int images(int n) {
        int images = (int) Math.round((n - SINGLE_TASKS) / 6.0);
        while (images * (images - 1) / 2 < n - SINGLE_TASKS - 2 * images) images++;
        return images;
    }

    private String project(GraphDraft draft, int number) {
        var image = new FileUse("image-" + number + ".fits", Math.round(IMAGE_BYTES));
        var outputs = List.of(
                new FileUse("projected-" + number + ".fits", Math.round(PROJECTED_BYTES.draw(random))),
                new FileUse("area-" + number + ".fits", Math.round(PROJECTED_BYTES.draw(random))));
        return draft.add("mProjectPP", PROJECT.draw(random), List.of(), List.of(image), outputs);
    }

    private List<String> differences(GraphDraft draft, List<String> projected, int pairs) {
        var seen = new HashSet<List<Integer>>();
        var fits = new ArrayList<String>();
        while (fits.size() < pairs) {
            int one = random.nextInt(projected.size());
            int other = random.nextInt(projected.size());
            // An image may be compared with itself, but no pair twice; when all are taken, repeats are what is left.
            boolean fresh = seen.add(List.of(Math.min(one, other), Math.max(one, other)));
            if (!fresh && seen.size() < projected.size() * (projected.size() + 1) / 2) continue;
            var parents =
                    one == other ? List.of(projected.get(one)) : List.of(projected.get(one), projected.get(other));
            var outputs = List.of(
                    new FileUse("difference-" + fits.size() + ".fits", Math.round(DIFFERENCE_BYTES.draw(random))),
                    new FileUse("fit-" + fits.size() + ".txt", 274));
            fits.add(draft.add("mDiffFit", DIFFERENCE.draw(random), parents, draft.written(parents), outputs));
        }
        return fits;
    }

    private void finish(GraphDraft draft, List<String> corrected) {
        int images = corrected.size();
        double size = Math.sqrt(images / 50.0);
        var table = draft.add("mImgTbl", about(0.37 * images), corrected, draft.written(corrected), 250.0 * images);
        var parts = new ArrayList<>(draft.written(table));
        parts.addAll(draft.written(corrected));
        var mosaic = List.of(
                new FileUse("mosaic.fits", Math.round(MOSAIC_BYTES * size)),
                new FileUse("mosaic-area.fits", Math.round(MOSAIC_BYTES * size)));
        var add = draft.add("mAdd", about(30.11 * images / 50), List.of(table), parts, mosaic);
        double shrunken = MOSAIC_BYTES * size / 24.99;
        var shrink = draft.add("mShrink", about(12.21 * size), List.of(add), draft.written(add), shrunken);
        draft.add("mJPEG", about(3.2 * size), List.of(shrink), draft.written(shrink), shrunken / 4);
    }

    /** The fits, without the differences that nobody reads any more. */
    private static List<FileUse> lastOf(GraphDraft draft, List<String> fits) {
        return fits.stream().map(fit -> draft.written(fit).getLast()).toList();
    }

    private double about(double seconds) {
        return seconds * (0.98 + 0.04 * random.nextDouble());
    }
}
