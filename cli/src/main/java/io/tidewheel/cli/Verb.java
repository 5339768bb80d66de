package io.tidewheel.cli;

import io.tidewheel.cli.text.Console;
import java.util.concurrent.Callable;

/** A command that has the options every command has. */
public abstract class Verb implements Callable<Integer> {
    protected final Common common;

    protected Verb(Console console) {
        this.common = new Common(console);
    }

    Common common() {
        return common;
    }
}
