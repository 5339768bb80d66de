package io.tidewheel.trials.faults;

import java.io.IOException;
import java.util.Arrays;

/** Runs a program that ends when whoever started it has ended, however that came: {@code TiedProgram CLASS ARGUMENT...} */
final class TiedProgram {
    private TiedProgram() {}

    public static void main(String[] words) throws ReflectiveOperationException {
        Thread.ofPlatform().daemon().name("leash").start(TiedProgram::hold);
        var main = Class.forName(words[0]).getMethod("main", String[].class);
        main.setAccessible(true);
        main.invoke(null, (Object) Arrays.copyOfRange(words, 1, words.length));
    }

    /** Input is a pipe that only the parent holds open. */
    private static void hold() {
        try {
            while (System.in.read() >= 0) {
                // only the end counts
            }
        } catch (IOException broken) {
            // the end, too
        }
        Runtime.getRuntime().halt(3);
    }
}
