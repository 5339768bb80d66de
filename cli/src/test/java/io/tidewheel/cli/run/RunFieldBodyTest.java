package io.tidewheel.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.cli.text.JsonText;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.node.ObjectNode;

/** What becomes of a file with options beside it. */
class RunFieldBodyTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        {}                                          |                                     | {}
        {"priority": 1, "needs": "cpu=1"}           | --priority 2                        | {"priority": 2, "needs": "cpu=1"}
        {"name": "a"}                               | --name b                            | {"name": "b"}
        {"labels": {"a": "1", "b": "2"}}            | --label b=3 --label c=4             | {"labels": {"a": "1", "b": "3", "c": "4"}}
        {"labels": 7}                               | --label b=3                         | {"labels": 7}
        {"requires": ["gpu"]}                       | --requires docker,gpu               | {"requires": ["gpu", "docker"]}
        {}                                          | --retries 2                         | {"retry": {"maxAttempts": 3}}
        {"retries": 4}                              | --retry-delay 2s                    | {"retry": {"maxAttempts": 5, "delay": 2.0}}
        {"retries": 4}                              | --retries 1                         | {"retry": {"maxAttempts": 2}}
        {"retry": {"maxAttempts": 4, "delay": 9}}   | --retry-exponential-backoff 2 --retry-max-delay 1m | {"retry": {"maxAttempts": 4, "delay": 9, "exponentialBackoff": 2, "maxDelay": 60.0}}
        {"retry": {"maxAttempts": 4}, "retries": 1} | --retries 3                         | {"retry": {"maxAttempts": 4}, "retries": 1}
        {"retries": "often"}                        | --retries 3                         | {"retries": "often"}
        {"taskDeadline": "1m", "deadline": "1h"}    | --task-deadline 90 --deadline 2100-01-01T00:00:00Z | {"taskDeadline": 90.0, "deadline": "2100-01-01T00:00:00Z"}
        {"held": false, "strict": false}            | --held --strict                     | {"held": true, "strict": true}
        {"budget": 1}                               | --budget 2.50                       | {"budget": "2.5"}
        """)
    void optionsGoBeforeTheFile(String file, String options, String expected) {
        var given = RunFieldOptions.ofEveryKind();
        var spec = CommandSpec.create();
        given.addTo(spec);
        if (options != null) new CommandLine(spec).parseArgs(options.split(" "));
        var body = (ObjectNode) JsonText.MAPPER.readTree(file);
        RunFieldBody.putOver(body, given);
        assertThat(body.toString()).isEqualTo(JsonText.MAPPER.readTree(expected).toString());
    }
}
