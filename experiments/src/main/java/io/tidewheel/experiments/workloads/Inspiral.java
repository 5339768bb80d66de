package io.tidewheel.experiments.workloads;

import io.tidewheel.workflow.imports.TaskGraph;
import io.tidewheel.workflow.imports.TaskGraph.FileUse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * LIGO's search for inspiralling pairs of stars: template banks are matched with the data of detectors, what coincides in groups is matched
 * again, in six levels. Wide, with long tasks in two of the levels.
 */
final class Inspiral {
    private static final TruncatedNormal TEMPLATE_BANK = TruncatedNormal.of(18.14, 0.42);
    private static final TruncatedNormal INSPIRAL = TruncatedNormal.of(460, 131);
    private static final TruncatedNormal THINCA = TruncatedNormal.of(5.37, 0.24);
    private static final TruncatedNormal TRIGGER_BANK = TruncatedNormal.of(5.11, 0.32);
    private static final FileUse CALIBRATION = new FileUse("calibration.gwf", 900_000);
    private static final FileUse FRAME_CACHE = new FileUse("segments.gwf", 8_400_000);
    private static final FileUse INJECTIONS = new FileUse("injections.xml", 2_400_000);
    private static final long FRAME_BYTES = 15_600_000;
    private static final int TASKS_PER_GROUP = 20;

    private final RandomGenerator random;

    Inspiral(RandomGenerator random) {
        this.random = random;
    }

    TaskGraph draw(int wanted) {
        int n = wanted + wanted % 2;
        int groups = groups(n);
        int pairs = (n - 2 * groups) / 2;
        int bottom = (pairs + 1) / 2;
        int top = pairs - bottom;
        // Mostly the lower half is a little larger, by a twentieth at most.
        while (top > groups && bottom + 1 <= 1.05 * (top - 1) && random.nextBoolean()) {
            bottom++;
            top--;
        }
        var draft = new GraphDraft("ligo-" + n);
        var firstMatches = new ArrayList<String>();
        for (int i = 0; i < top; i++) firstMatches.add(matched(draft, i));
        var sizes = split(bottom, groups);
        var coincident = new ArrayList<String>();
        int from = 0;
        for (int group = 0; group < groups; group++) {
            int to = Math.max(from + 1, (int) Math.round((double) top * sumUpTo(sizes, group) / bottom));
            coincident.add(coincidence(draft, firstMatches.subList(Math.min(from, top - 1), Math.min(to, top))));
            from = Math.min(to, top - 1);
        }
        for (int group = 0; group < groups; group++) {
            var again = new ArrayList<String>();
            for (int i = 0; i < sizes[group]; i++) again.add(matchedAgain(draft, coincident.get(group)));
            coincidence(draft, again);
        }
        return draft.graph();
    }

    /** A single group can only be filled if the rest falls into four equal parts. */
    private int groups(int n) {
        int most = Math.max(3, n / TASKS_PER_GROUP) - 1;
        int groups = 1 + random.nextInt(most);
        return groups == 1 && (n - 2) % 4 != 0 ? 2 : groups;
    }

    private String matched(GraphDraft draft, int number) {
        var frames = List.of(
                new FileUse("frame-" + number + "-a.gwf", FRAME_BYTES),
                new FileUse("frame-" + number + "-b.gwf", FRAME_BYTES),
                FRAME_CACHE,
                CALIBRATION);
        var bank = draft.add("TmpltBank", TEMPLATE_BANK.draw(random), List.of(), frames, 990_000);
        var inputs = new ArrayList<>(frames);
        inputs.add(INJECTIONS);
        inputs.addAll(draft.written(bank));
        return draft.add("Inspiral", INSPIRAL.draw(random), List.of(bank), inputs, 313_000);
    }

    private String matchedAgain(GraphDraft draft, String coincidence) {
        var bank = draft.add(
                "TrigBank", TRIGGER_BANK.draw(random), List.of(coincidence), draft.written(coincidence), 13_000);
        var inputs = new ArrayList<>(draft.written(bank));
        inputs.addAll(List.of(
                new FileUse("frame-" + bank + "-a.gwf", FRAME_BYTES),
                new FileUse("frame-" + bank + "-b.gwf", FRAME_BYTES),
                FRAME_CACHE,
                CALIBRATION,
                INJECTIONS));
        return draft.add("Inspiral", INSPIRAL.draw(random), List.of(bank), inputs, 313_000);
    }

    private String coincidence(GraphDraft draft, List<String> matches) {
        return draft.add("Thinca", THINCA.draw(random), matches, draft.written(matches), 34_000);
    }

    /** Splits a number into so many parts, none of them empty. */
    private int[] split(int number, int parts) {
        var sizes = new int[parts];
        Arrays.fill(sizes, 1);
        for (int left = number - parts; left > 0; left--) sizes[random.nextInt(parts)]++;
        return sizes;
    }

    private static int sumUpTo(int[] sizes, int last) {
        int sum = 0;
        for (int i = 0; i <= last; i++) sum += sizes[i];
        return sum;
    }
}
