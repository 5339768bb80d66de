/**
 * Starts operating-system processes near the machine's own limit, and sees them through to their end.
 *
 * <p>A slot opens one {@link io.tidewheel.agent.process.ProcessLauncher} and uses it from its own platform thread: {@code
 * start} makes the process, {@code pump} carries its output to a sink, keeps the time limits and returns when the process
 * and everything it left in its process group are gone. There is no helper thread per process. {@link
 * io.tidewheel.agent.process.PosixSpawnLauncher} does this with direct system calls on Linux, {@link
 * io.tidewheel.agent.process.ProcessBuilderLauncher} with the JDK's own means elsewhere; one contract test holds for both.
 *
 * <p>Two things keep processes from outliving their reason to run: {@link io.tidewheel.agent.process.MarkedProcesses} finds those
 * that left their group, and {@link io.tidewheel.agent.process.Watchdog} cleans up after an agent that was killed.
 */
@NullMarked
package io.tidewheel.agent.process;

import org.jspecify.annotations.NullMarked;
