package io.tidewheel.trials.fuzz;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A short look without a fuzzer's knowledge of what is covered; hours with it are {@code tools/fuzz}. */
class ReaderFuzzTest {
    private static final int INPUTS = Integer.getInteger("tidewheel.faults.inputs", 400);
    private static final List<String> PIECES = List.of(
            "",
            "{",
            "}",
            "[",
            "]",
            "- ",
            ": ",
            "\n",
            "&a ",
            "*a",
            "!!java.net.URL ",
            "null",
            "-1",
            "1e999",
            "NaN",
            "9223372036854775808",
            "\u0000",
            "\uD83D\uDE00",
            "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>",
            "&b;",
            "..",
            ",",
            "%s",
            "'",
            "\"",
            "((((((((",
            "||",
            "0x7fffffff",
            "  ");

    @ParameterizedTest
    @EnumSource
    void whateverComesIsReadOrRefused(ReaderTarget target) {
        for (long seed = 1; seed <= INPUTS; seed++) {
            var input = changed(target.example(), new SplittableRandom(seed));
            assertThatCode(() -> target.tryOut(input))
                    .as("%s, seed %d: %s", target, seed, new String(input, StandardCharsets.UTF_8))
                    .doesNotThrowAnyException();
        }
    }

    /** Some bytes are cut, flipped, said again, or followed by something of which readers are fond. */
    private static byte[] changed(byte[] right, RandomGenerator random) {
        var input = right;
        for (int changes = 1 + random.nextInt(6); changes > 0; changes--) {
            int at = random.nextInt(input.length + 1);
            int to = Math.min(input.length, at + random.nextInt(12));
            var piece = PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8);
            input = switch (random.nextInt(4)) {
                case 0 -> joined(input, at, to, new byte[0], 1);
                case 1 -> joined(input, at, to, new byte[] {(byte) random.nextInt(256)}, 1);
                case 2 -> joined(input, at, at, piece, 1 + random.nextInt(random.nextInt(20) == 0 ? 5_000 : 3));
                default -> joined(input, at, at, Arrays.copyOfRange(input, at, to), 1);
            };
        }
        return input;
    }

    private static byte[] joined(byte[] whole, int from, int to, byte[] piece, int times) {
        var out = new ByteArrayOutputStream();
        out.write(whole, 0, from);
        for (int i = 0; i < times; i++) out.writeBytes(piece);
        out.write(whole, to, whole.length - to);
        return out.toByteArray();
    }
}
