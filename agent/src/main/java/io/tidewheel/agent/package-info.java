/**
 * The program on a machine: it opens one connection, says what it offers, and runs the process chains it is sent.
 *
 * <p>{@link io.tidewheel.agent.Agent} wires and ends it. {@code ServerConnection} keeps the connection and reads, {@code ReportSender} writes, {@code
 * Holdings} knows every chain from its assignment until the server has acknowledged its end, {@code Slot}s run them ({@code ChainRunner} the
 * commands in turn, {@code CommandRunner} the tries of one and its files) through the runtimes of {@code runtime}, {@code AgentOutbox} keeps what the server has not acknowledged, and {@code AgentHeartbeat} does what time demands. What is decided
 * (credit, pace, back-off) is decided in small classes that read no clock.
 */
@NullMarked
package io.tidewheel.agent;

import org.jspecify.annotations.NullMarked;
