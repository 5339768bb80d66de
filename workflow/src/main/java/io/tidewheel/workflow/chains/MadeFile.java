package io.tidewheel.workflow.chains;

/**
 * A file that a chain has made, where its name alone does not tell where to find it. As a value it is its path.
 *
 * @param keptAt handed on, untouched, to the chains that need the file
 */
public record MadeFile(String path, KeptAt keptAt) {
    /** Where a file is kept: known to whoever runs the chains, and to nobody here. */
    public interface KeptAt {}

    @Override
    public String toString() {
        return path;
    }
}
