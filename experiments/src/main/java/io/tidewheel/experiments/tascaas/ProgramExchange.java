package io.tidewheel.experiments.tascaas;

/**
 * A word of a program and the answer.
 *
 * @param count what it had done
 * @param told how far it goes now
 */
public record ProgramExchange(int part, String site, long second, long count, long told) {}
