package io.tidewheel.trials.web;

/** A small workflow with a loop, whose last step fails. */
final class FailingWorkflow {
    static final String TIDES = """
        api: 4.7.0
        name: tide tables
        vars:
          - {id: list, value: [1, 2, 3, 4, 5, 6]}
          - {id: each}
          - {id: raw}
          - {id: cleaned}
          - {id: all}
          - {id: table}
          - {id: chart}
        actions:
          - {type: execute, id: fetch, service: fetch, outputs: [{id: out, var: raw}]}
          - type: for
            id: stations
            input: list
            enumerator: each
            output: all
            yieldToOutput: cleaned
            actions:
              - {type: execute, id: clean, service: clean, inputs: [{id: in, var: each}, {id: in, var: raw}], outputs: [{id: out, var: cleaned}]}
          - {type: execute, id: merge, service: merge, inputs: [{id: in, var: all}], outputs: [{id: out, var: table}]}
          - {type: execute, id: plot, service: plot, inputs: [{id: in, var: table}], outputs: [{id: out, var: chart, store: true}]}
          - {type: execute, id: check, service: check, inputs: [{id: in, var: table}]}
        """;

    static final String SERVICES = service("fetch", "sleep 0.2", true)
            + service("clean", "sleep 0.3", true)
            + service("merge", "sleep 0.1", true)
            + service("plot", "sleep 0.4", true)
            + service("check", "echo high water is missing >&2; exit 3", false);

    /** A larger one, for pictures: for each station three services, some of which can be done at the same time. */
    static final String STATIONS = """
        api: 4.7.0
        name: storm surge forecast
        vars:
          - {id: list, value: [%s]}
          - {id: each}
          - {id: raw}
          - {id: cleaned}
          - {id: model}
          - {id: winds}
          - {id: joined}
          - {id: all}
          - {id: table}
          - {id: chart}
          - {id: warning}
        actions:
          - {type: execute, id: fetch, service: fetch, outputs: [{id: out, var: raw}]}
          - type: for
            id: stations
            input: list
            enumerator: each
            output: all
            yieldToOutput: joined
            actions:
              - {type: execute, id: clean, service: clean, inputs: [{id: in, var: each}, {id: in, var: raw}], outputs: [{id: out, var: cleaned}]}
              - {type: execute, id: simulate, service: simulate, inputs: [{id: in, var: cleaned}], outputs: [{id: out, var: model}]}
              - {type: execute, id: wind, service: wind, inputs: [{id: in, var: cleaned}], outputs: [{id: out, var: winds}]}
              - {type: execute, id: join, service: merge, inputs: [{id: in, var: model}, {id: in, var: winds}], outputs: [{id: out, var: joined}]}
          - {type: execute, id: merge, service: merge, inputs: [{id: in, var: all}], outputs: [{id: out, var: table}]}
          - {type: execute, id: plot, service: plot, inputs: [{id: in, var: table}], outputs: [{id: out, var: chart, store: true}]}
          - {type: execute, id: warn, service: warn, inputs: [{id: in, var: table}], outputs: [{id: out, var: warning, store: true}]}
          - {type: execute, id: check, service: check, inputs: [{id: in, var: table}]}
        """.formatted("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16");

    static final String STATION_SERVICES = SERVICES
            + service("simulate", "sleep 0.6", true)
            + service("wind", "sleep 0.25", true)
            + service("warn", "sleep 0.2", true);

    /** One that says something in a file. */
    static final String GREETING = """
        api: 4.7.0
        name: greeting
        vars: [{id: greeting}]
        actions: [{type: execute, service: greet, outputs: [{id: out, var: greeting, store: true}]}]
        """;

    static final String GREETING_SERVICES = service("greet", "for last; do :; done; printf ahoy > \"$last\"", true);

    /** The first makes two files for an input that takes one, which is known only when it has run. */
    static final String UNFIT = """
        api: 4.7.0
        name: two ships for one berth
        actions:
          - {type: execute, id: sail, service: sail, outputs: [{id: out, var: ships}]}
          - {type: execute, id: moor, service: moor, inputs: [{id: in, var: ships}]}
          - {type: execute, id: anchor, service: moor, inputs: [{id: in, var: ships}]}
        """;

    static final String UNFIT_SERVICES = """
        - {id: sail, name: sail, description: s, path: sh, runtime: other, parameters: [
            {id: c, name: c, description: c, type: input, cardinality: 1..1, label: -c, default: 'mkdir -p "$0"; touch "$0/a" "$0/b"'},
            {id: out, name: o, description: o, type: output, cardinality: 1..1, dataType: directory}]}
        - {id: moor, name: moor, description: m, path: "true", runtime: other, parameters: [
            {id: in, name: i, description: i, type: input, cardinality: 1..1}]}
        """;

    private FailingWorkflow() {}

    private static String service(String name, String script, boolean makes) {
        var out = makes
                ? "    - {id: out, name: o, description: o, type: output, cardinality: 1..1, dataType: file}\n"
                : "";
        return """
            - id: %s
              name: %s
              description: %s
              path: /bin/sh
              runtime: other
              parameters:
                - {id: script, name: s, description: s, type: input, cardinality: 1..1, label: -c, default: '%s; for last; do :; done; touch "$last"'}
                - {id: zero, name: z, description: z, type: input, cardinality: 1..1, default: z}
                - {id: in, name: i, description: i, type: input, cardinality: 0..n}
            %s\
            """.formatted(name, name, name, script, out);
    }
}
