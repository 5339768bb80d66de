package io.tidewheel.experiments.workloads;

import java.util.random.RandomGenerator;

/**
 * How many tasks the workflows of the report have: mostly few, some very many, 44,340 in 600 workflows. Drawn, then stretched until the sum
 * is right; the last few tasks are made up by Montage, which can have any number.
 */
final class WorkflowSizes {
    private static final int LEAST = 22;
    private static final int MOST = 500;
    private static final double MEDIAN_ABOVE_LEAST = 15;
    private static final double SPREAD = 1.7;

    private WorkflowSizes() {}

    /** The numbers to ask for so that workflows of these families have so many tasks together. */
    static int[] draw(WorkflowFamily[] families, int tasks, RandomGenerator random) {
        var above = new double[families.length];
        for (int i = 0; i < above.length; i++) above[i] = MEDIAN_ABOVE_LEAST * Math.exp(SPREAD * random.nextGaussian());
        double low = 0;
        double high = 100;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            if (sum(families, sizes(families, above, middle)) <= tasks) low = middle;
            else high = middle;
        }
        var sizes = sizes(families, above, low);
        for (int i = 0, missing = tasks - sum(families, sizes); missing > 0; i = (i + 1) % sizes.length) {
            if (families[i] != WorkflowFamily.MONTAGE || sizes[i] >= MOST) continue;
            sizes[i]++;
            missing--;
        }
        return sizes;
    }

    /** How many tasks a workflow really gets when so many are asked for. */
    private static int real(WorkflowFamily family, int size) {
        return family == WorkflowFamily.SIPHT ? size - Math.max(1, (int) Math.round(size / 31.0)) : size;
    }

    private static int sum(WorkflowFamily[] families, int[] sizes) {
        int sum = 0;
        for (int i = 0; i < sizes.length; i++) sum += real(families[i], sizes[i]);
        return sum;
    }

    private static int[] sizes(WorkflowFamily[] families, double[] above, double stretch) {
        var sizes = new int[above.length];
        for (int i = 0; i < sizes.length; i++) {
            int size = (int) Math.round(Math.min(MOST, LEAST + stretch * above[i]));
            size = Math.max(families[i].least(), size);
            sizes[i] = families[i] == WorkflowFamily.LIGO ? size - size % 2 : size;
        }
        return sizes;
    }
}
