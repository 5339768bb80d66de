package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.NewChain;
import io.tidewheel.model.Payload;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.server.http.json.JsonFields;
import io.tidewheel.server.http.json.JsonReader;
import java.util.ArrayList;
import java.util.List;

/** Tasks as they are read from a request: made into chains at once, so that a long list takes little room. */
final class TaskList {
    static final int MOST = 100_000;
    static final int LONGEST_PARAMETER = 64 << 10;
    private static final int MOST_COMMANDS = 1_000;

    private static final class Draft {
        String parameter = "";
        final List<Command> commands = new ArrayList<>();
        boolean hasCommand;
    }

    private static final JsonFields<Draft> SHAPE = new JsonFields<Draft>()
            .with("parameter", (task, in) -> task.parameter = in.text(LONGEST_PARAMETER))
            .with("command", (task, in) -> {
                task.commands.add(CommandJson.read(in));
                task.hasCommand = true;
            })
            .with("commands", (task, in) -> {
                if (task.hasCommand) throw in.wrong("give either command or commands, not both");
                in.array(MOST_COMMANDS, () -> task.commands.add(CommandJson.read(in)));
            });

    private TaskList() {}

    /** @param firstBare where the path of the first task without a command of its own is noted */
    static List<NewChain> tasks(JsonReader in, List<String> firstBare) {
        var chains = new ArrayList<NewChain>();
        in.array(MOST, () -> {
            var path = in.path();
            var task = new Draft();
            in.object(SHAPE, task);
            if (task.hasCommand && task.commands.size() > 1) {
                throw JsonReader.invalid(path, "give either command or commands, not both");
            }
            if (task.commands.isEmpty() && firstBare.isEmpty()) firstBare.add(path);
            chains.add(new NewChain(
                    task.parameter,
                    task.commands.isEmpty() ? Payload.NONE : CommandJson.payload(task.commands, false)));
        });
        return chains;
    }

    static List<NewChain> items(JsonReader in) {
        var chains = new ArrayList<NewChain>();
        in.array(MOST, () -> chains.add(new NewChain(in.text(LONGEST_PARAMETER), Payload.NONE)));
        return chains;
    }

    static java.util.Set<String> taskFields() {
        return SHAPE.names();
    }
}
