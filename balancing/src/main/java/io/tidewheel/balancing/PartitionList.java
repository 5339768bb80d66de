package io.tidewheel.balancing;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a job, as an unchangeable list that shares with the one it was made from all but the block in which something is new. Each block
 * remembers what it adds up to, so that a report to a job of many thousand parts looks at some hundred things and not at all of them.
 */
final class PartitionList extends AbstractList<Partition> implements RandomAccess {
    private static final int BLOCK = 64;

    /** Some parts in a row. */
    static final class Block extends AbstractList<Partition> implements RandomAccess {
        private final Partition[] parts;

        /** Made when first asked for; whoever else makes it meanwhile makes the same. */
        private @Nullable PartitionSums sums;

        private Block(Partition[] parts) {
            this.parts = parts;
        }

        PartitionSums sums() {
            var known = sums;
            if (known == null) {
                known = PartitionSums.of(this);
                sums = known;
            }
            return known;
        }

        boolean holds(int index) {
            return parts[0].index() <= index && index <= parts[parts.length - 1].index();
        }

        private Block with(int place, Partition partition) {
            var next = parts.clone();
            next[place] = partition;
            return new Block(next);
        }

        @Override
        public Partition get(int place) {
            return parts[place];
        }

        @Override
        public int size() {
            return parts.length;
        }
    }

    private final Block[] blocks;
    private final int size;

    private PartitionList(Block[] blocks, int size) {
        this.blocks = blocks;
        this.size = size;
    }

    static PartitionList of(List<Partition> all) {
        if (all instanceof PartitionList already) return already;
        var blocks = new ArrayList<Block>();
        for (int from = 0; from < all.size(); from += BLOCK) {
            var some = all.subList(from, Math.min(from + BLOCK, all.size()));
            blocks.add(new Block(some.toArray(Partition[]::new)));
        }
        return new PartitionList(blocks.toArray(Block[]::new), all.size());
    }

    /** The list with this partition in place of the one of the same index. */
    PartitionList with(Partition partition) {
        Objects.checkIndex(partition.index(), size);
        var next = blocks.clone();
        int block = partition.index() / BLOCK;
        next[block] = blocks[block].with(partition.index() % BLOCK, partition);
        return new PartitionList(next, size);
    }

    /** So few that nothing is gained by adding up beforehand. */
    boolean areFew() {
        return blocks.length <= 1;
    }

    List<Block> blocks() {
        return Collections.unmodifiableList(Arrays.asList(blocks));
    }

    /** How many of those below this index wait. */
    int queuedBelow(int index) {
        int number = 0;
        int whole = Math.min(index, size) / BLOCK;
        for (int i = 0; i < whole; i++) number += blocks[i].sums().queued();
        for (int i = whole * BLOCK; i < Math.min(index, size); i++) if (get(i).isQueued()) number++;
        return number;
    }

    @Override
    public Partition get(int index) {
        Objects.checkIndex(index, size);
        return blocks[index / BLOCK].get(index % BLOCK);
    }

    @Override
    public int size() {
        return size;
    }
}
