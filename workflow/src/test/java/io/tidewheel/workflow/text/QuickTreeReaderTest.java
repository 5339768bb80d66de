package io.tidewheel.workflow.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.workflow.SampleServices;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the quick parser reads, it reads like the full one, to the last column. */
class QuickTreeReaderTest {
    private static final String PLAIN = """
        # a comment
        api: 4.7.0
        name: "a name"
        vars:
          - id: x
            value: /data/in.txt

          - id: y
            value: [1, -2.5, true, 'a b', [], {a: b c, "d": 'e'}]
        actions:
        - type: execute
          inputs:
            - id: in
              var: x
            - {id: z, when: x > 3 and y == 'q', value: 1..1}
          outputs:
          - id: out
            var: o:1
        - type: for
          actions:
            - - a
              - b
            - type: execute
        """;

    private static void compare(String text) {
        var quick = QuickTreeReader.read(text);
        if (quick.isEmpty()) return;
        assertThat(quick)
                .as("%s", text)
                .isEqualTo(SourceTreeReader.readFully("text", text).value());
    }

    @Test
    void plainTextIsReadQuickly() {
        assertThat(QuickTreeReader.read(PLAIN)).isPresent();
        compare(PLAIN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1,\"b\":[1,2,{\"c\":\"d e\"}],\n\"f\": null, \"g\": true}",
                "[1, 2,\n\t3 ]\n",
                "{\r\n  \"a\": \"\u00e4\u00f6\"\r\n}",
                "- a\n- b: c\n  d: e\n-   f: g\n    h:\n    - i\n",
                "a:\n  b:\n    c: d\ne: f"
            })
    void jsonAndListsAreReadQuickly(String text) {
        assertThat(QuickTreeReader.read(text)).isPresent();
        compare(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a: |\n  b\n",
                "a: b\n  c\n",
                "a: &x b\nc: *x\n",
                "a: b # comment\n",
                "a: b: c\n",
                "a:\n",
                "a: !!str b\n",
                "? a\n: b\n",
                "---\na: b\n",
                "a: 1\na: 2\n",
                "a: \"b\\n\"\n",
                "a: 'it''s'\n",
                "a:\n   b: c\n  d: e\n",
                "\ta: b\n",
                "{a: 1",
                "[a b\n c]",
                "text",
                ""
            })
    void everythingElseIsLeftToTheFullParser(String text) {
        assertThat(QuickTreeReader.read(text)).isEmpty();
    }

    @Test
    void bothReadTheSameWhateverIsChanged() {
        long seed = Long.getLong("tidewheel.seed", 3L);
        var random = new Random(seed);
        var pieces = "abc 01:-#{}[],'\"\n \n  x: y&*|>!?%@~\t".toCharArray();
        for (var sample : new String[] {PLAIN, SampleServices.SERVICES, "{\"a\": [1, {\"b\": \"c\"}],\n \"d\": 2}"}) {
            for (int i = 0; i < 3_000; i++) {
                var text = new StringBuilder(sample);
                int changes = 1 + random.nextInt(3);
                for (int k = 0; k < changes; k++) {
                    int at = random.nextInt(text.length());
                    if (random.nextBoolean()) text.setCharAt(at, pieces[random.nextInt(pieces.length)]);
                    else if (random.nextBoolean()) text.insert(at, pieces[random.nextInt(pieces.length)]);
                    else text.deleteCharAt(at);
                }
                compare(text.toString());
            }
        }
    }
}
