package io.tidewheel.agent.process;

/** What came of an attempt to start a process: it runs, or the command could not be started at all. */
public sealed interface StartOutcome permits RunningProcess, CommandNotStarted {}
