package io.tidewheel.cli.demo;

import io.tidewheel.cli.text.JsonText;
import java.time.Duration;
import java.util.Map;

/** Commands that take a while, and an agent that is killed in the middle of them. */
record KilledAgent(int count, Duration length) implements DemoStep {
    @Override
    public boolean play(DemoServer demo, int number) throws InterruptedException {
        demo.announce(
                number,
                "Something always breaks: %d commands, and on the way an agent is killed (SIGKILL) with what it had begun."
                        .formatted(count));
        var body = JsonText.object();
        body.put("name", "killing");
        body.put("array", "1-" + count);
        var command = body.putObject("command");
        command.putArray("arguments").add("sleep").add(length.toMillis() / 1e3 + "");
        long run = JsonText.number(demo.api().post("/runs", body, Map.of()), "id");
        demo.await(
                "the first commands did not end",
                () -> JsonText.number(demo.api().get("/runs/" + run), "succeeded") > 1);
        demo.agents().getFirst().destroyForcibly();
        var end = demo.watch(run);
        long lost = 0;
        for (var chain :
                demo.api().get("/runs/%d/tasks?limit=1000".formatted(run)).path("items"))
            lost += JsonText.number(chain, "losses");
        demo.say("   %d of %d succeeded; %d had been lost with the agent, and others did them again."
                .formatted(JsonText.number(end, "succeeded"), count, lost));
        return JsonText.number(end, "succeeded") == count && lost > 0;
    }
}
