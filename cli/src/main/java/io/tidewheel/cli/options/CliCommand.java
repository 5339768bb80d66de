package io.tidewheel.cli.options;

import io.tidewheel.cli.text.Console;
import java.util.concurrent.Callable;

/** A command that has the options every command has. */
public abstract class CliCommand implements Callable<Integer> {
    protected final CommonOptions common;

    protected CliCommand(Console console) {
        this.common = new CommonOptions(console);
    }

    public CommonOptions common() {
        return common;
    }
}
