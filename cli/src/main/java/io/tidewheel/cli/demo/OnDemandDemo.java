package io.tidewheel.cli.demo;

import io.tidewheel.cli.text.JsonText;
import io.tidewheel.cli.text.RunColumns;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A workflow in Steep's format whose services require what no agent offers: machines are made for it, and go when nothing is left to do. */
record OnDemandDemo(int items) implements DemoStep {
    /** What the server is started with. */
    static final String SETUPS = """
        - id: big
          flavor: local
          imageName: none
          availabilityZone: here
          blockDeviceSizeGb: 0
          minVMs: 0
          maxVMs: 8
          maxCreateConcurrent: 8
          providedCapabilities: [big-memory]
          price: 1.50
          billingInterval: 1m
        """;
    /** What may be spent in an interval: two machines. */
    static final String BUDGET = "3.00";

    static final String INTERVAL = "1m";

    private static final String SERVICES = """
        - id: square
          name: square
          description: writes the square of a number into a file
          path: /bin/sh
          runtime: other
          requiredCapabilities: [big-memory]
          parameters:
            - {id: c, name: c, description: the script follows, type: input, cardinality: 1..1, default: -c}
            - {id: script, name: script, description: what to do, type: input, cardinality: 1..1, default: 'sleep 0.3; echo $(($0 * $0)) > $1'}
            - {id: number, name: number, description: a number, type: input, cardinality: 1..1}
            - {id: file, name: file, description: its square, type: output, cardinality: 1..1, dataType: file}
        - id: sum
          name: sum
          description: adds the numbers in files
          path: /bin/sh
          runtime: other
          parameters:
            - {id: c, name: c, description: the script follows, type: input, cardinality: 1..1, default: -c}
            - {id: script, name: script, description: what to do, type: input, cardinality: 1..1, default: 'for last; do :; done; cat $0 "$@" 2>/dev/null | awk "{s += \\$1} END {print s}" > "$last.new"; mv "$last.new" "$last"'}
            - {id: files, name: files, description: numbers, type: input, cardinality: 1..n, dataType: file}
            - {id: total, name: total, description: their sum, type: output, cardinality: 1..1, dataType: file}
        """;

    @Override
    public boolean play(DemoServer demo, int number) throws IOException, InterruptedException {
        demo.announce(
                number,
                "A workflow: squares of 1 to %d, each on a machine with much memory, and their sum. No agent offers that, so machines are made: up to eight at 1.50 a minute, but only %s a minute may be spent."
                        .formatted(items, BUDGET));
        var numbers = new StringBuilder();
        for (int i = 1; i <= items; i++) numbers.append(i == 1 ? "" : ", ").append(i);
        var workflow = """
            api: 4.7.0
            name: squares
            vars:
              - {id: numbers, value: [%s]}
            actions:
              - type: for
                input: numbers
                enumerator: number
                output: squares
                yieldToOutput: square
                actions:
                  - {type: execute, service: square, inputs: [{id: number, var: number}], outputs: [{id: file, var: square}]}
              - type: execute
                service: sum
                inputs: [{id: files, var: squares}]
                outputs: [{id: total, var: total, store: true}]
            """.formatted(numbers);
        var body = JsonText.object();
        body.put("source", workflow);
        body.put("file", "squares.yaml");
        body.putArray("services").addObject().put("name", "services.yaml").put("text", SERVICES);
        body.putArray("macros");
        body.put("outPath", demo.folder().resolve("out").toString());
        long run = JsonText.number(demo.api().post("/workflows", body, Map.of()), "id");
        var end = demo.watch(run);
        long machines = 0;
        for (var machine : demo.api().get("/machines").path("items"))
            if (RunColumns.text(machine, "setup").equals("big")) machines++;
        var total = total(demo, run);
        var cost = new BigDecimal(RunColumns.text(demo.api().get("/runs/%d/cost".formatted(run)), "amount"))
                .setScale(2, RoundingMode.HALF_UP);
        demo.say("   %d machines were made for %d tasks, which cost %s so far. The sum is %s, in %s."
                .formatted(machines, JsonText.number(end, "size"), cost, total.text, total.file));
        demo.report(run);
        long expected = (long) items * (items + 1) * (2L * items + 1) / 6;
        return machines > 0 && machines <= 2 && total.text.equals(Long.toString(expected));
    }

    private record Total(String text, String file) {}

    private static Total total(DemoServer demo, long run) throws IOException {
        for (var chain :
                demo.api().get("/runs/%d/results?limit=1000".formatted(run)).path("items")) {
            for (var file : chain.path("files")) {
                if (!file.path("stored").asBoolean(false)) continue;
                var path = RunColumns.text(file, "path");
                return new Total(Files.readString(Path.of(path)).strip(), path);
            }
        }
        return new Total("not there", "no file");
    }
}
