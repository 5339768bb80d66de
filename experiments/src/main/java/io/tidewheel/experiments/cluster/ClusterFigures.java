package io.tidewheel.experiments.cluster;

/**
 * What came of a cluster.
 *
 * @param tasks how many have ended
 * @param busy the part of all slots that worked, on average, once the first tasks had begun
 * @param moves agents that went to another cell
 * @param misplaced the part of all slots that one fair scheduler would have given to other owners
 * @param unspent the part of budgets that waits at the wrong cell if each cell gets an equal part of each budget
 * @param unspentFollowing the same if cells get parts by what their owners' work was there ten seconds before
 * @param coreBusiest the part of a core that the engine of the busiest cell takes
 * @param coresOfAll cores for the engines of all cells together
 * @param longestStepMillis the longest that a cell took for what came in within a second
 * @param listedRows rows that are read to show the newest hundred runs
 */
public record ClusterFigures(
        ClusterSetting setting,
        long tasks,
        double busy,
        long moves,
        double misplaced,
        double unspent,
        double unspentFollowing,
        double coreBusiest,
        double coresOfAll,
        long longestStepMillis,
        long listedRows) {}
