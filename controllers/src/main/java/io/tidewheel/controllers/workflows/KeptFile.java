package io.tidewheel.controllers.workflows;

import io.tidewheel.model.ObjectName;
import io.tidewheel.model.Sha256;
import io.tidewheel.workflow.chains.MadeFile;

/** A file of a run whose agents share no disk, and where it can be fetched. The hash is that of the file. */
sealed interface KeptFile extends MadeFile.KeptAt {
    Sha256 sha256();

    boolean executable();

    /** An object of its own. */
    record Whole(ObjectName object, Sha256 sha256, boolean executable) implements KeptFile {}

    /** Some bytes of the archive of a folder. */
    record Inside(Archive archive, long offset, long size, Sha256 sha256, boolean executable) implements KeptFile {}

    /**
     * A folder that is kept as one object.
     *
     * @param path where the folder was, and is to be
     */
    record Archive(String path, ObjectName object, Sha256 sha256) {}
}
