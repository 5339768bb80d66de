package io.tidewheel.client;

import com.google.protobuf.ByteString;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.Runtime;
import io.tidewheel.protocol.wire.Work;
import java.time.Duration;
import java.util.List;

/** Short ways to say what a task does. Whatever they do not offer can be set on the builders they return. */
public final class TaskCommands {
    private TaskCommands() {}

    /** A program and its arguments, as they are: no shell looks at them. */
    public static Command.Builder process(String... words) {
        return process(List.of(words));
    }

    public static Command.Builder process(List<String> words) {
        if (words.isEmpty()) throw new IllegalArgumentException("a command has at least the name of a program");
        return of(Runtime.PROCESS).addAllArguments(words);
    }

    public static Command.Builder container(String image, String... words) {
        return of(Runtime.CONTAINER).setImage(image).addAllArguments(List.of(words));
    }

    /** A class on the agents' allow-list. */
    public static Command.Builder jvm(String className, byte[] input) {
        return of(Runtime.JVM).setClassName(className).setInput(ByteString.copyFrom(input));
    }

    public static Command.Builder noop() {
        return of(Runtime.NOOP);
    }

    public static Command.Builder sleep(Duration duration) {
        if (duration.isNegative()) throw new IllegalArgumentException("a sleep is not negative, but " + duration);
        return of(Runtime.SLEEP).setSleepMicros(duration.toNanos() / 1_000);
    }

    /** One command after the other; the first failure ends them. */
    public static Work inSequence(Command.Builder... commands) {
        var work = Work.newBuilder();
        for (var command : commands) work.addCommands(command);
        return work.build();
    }

    private static Command.Builder of(Runtime runtime) {
        return Command.newBuilder().setRuntime(runtime);
    }
}
