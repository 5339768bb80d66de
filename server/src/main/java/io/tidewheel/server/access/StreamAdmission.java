package io.tidewheel.server.access;

/** Whether somebody who was let in may stay: a token can be revoked while its bearer watches. */
@FunctionalInterface
public interface StreamAdmission {
    boolean stands(Caller caller);
}
