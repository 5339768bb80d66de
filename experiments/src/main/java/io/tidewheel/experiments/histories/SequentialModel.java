package io.tidewheel.experiments.histories;

import java.util.List;

/**
 * What an object would do that does one thing at a time.
 *
 * @param <S> where the object stands; equal if nobody can tell the difference
 * @param <O> what is asked of it, with what was answered
 */
public interface SequentialModel<S, O> {
    S initial();

    /** Where the object may stand after this; nothing if it cannot answer so. */
    List<S> after(S state, O operation);
}
