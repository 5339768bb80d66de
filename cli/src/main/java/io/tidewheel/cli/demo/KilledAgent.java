package io.tidewheel.cli.demo;

import io.tidewheel.cli.text.Json;
import java.time.Duration;
import java.util.Map;

/** Commands that take a while, and an agent that is killed in the middle of them. */
record KilledAgent(int count, Duration length) implements Act {
    @Override
    public boolean play(Theatre theatre, int number) throws InterruptedException {
        theatre.announce(
                number,
                "Something always breaks: %d commands, and on the way an agent is killed (SIGKILL) with what it had begun."
                        .formatted(count));
        var body = Json.object();
        body.put("name", "killing");
        body.put("array", "1-" + count);
        var command = body.putObject("command");
        command.putArray("arguments").add("sleep").add(length.toMillis() / 1e3 + "");
        long run = Json.number(theatre.api().post("/runs", body, Map.of()), "id");
        theatre.await(
                "the first commands did not end",
                () -> Json.number(theatre.api().get("/runs/" + run), "succeeded") > 1);
        theatre.agents().getFirst().destroyForcibly();
        var end = theatre.watch(run);
        long lost = 0;
        for (var chain :
                theatre.api().get("/runs/%d/chains?limit=1000".formatted(run)).path("items"))
            lost += Json.number(chain, "losses");
        theatre.say("   %d of %d succeeded; %d had been lost with the agent, and others did them again."
                .formatted(Json.number(end, "succeeded"), count, lost));
        return Json.number(end, "succeeded") == count && lost > 0;
    }
}
