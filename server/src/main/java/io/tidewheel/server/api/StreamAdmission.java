package io.tidewheel.server.api;

import io.tidewheel.server.Caller;

/** Whether somebody who was let in may stay: a token can be revoked while its bearer watches. */
@FunctionalInterface
interface StreamAdmission {
    boolean stands(Caller caller);
}
