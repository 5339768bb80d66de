package io.tidewheel.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** How many processors of the whole machine were busy since a moment, whoever used them. */
public final class CoresBusy {
    private final long[] before;

    private CoresBusy(long[] before) {
        this.before = before;
    }

    public static CoresBusy begin() throws IOException {
        return new CoresBusy(ticks());
    }

    public double cores() throws IOException {
        var now = ticks();
        double all = 0;
        double idle = 0;
        for (int i = 0; i < Math.min(8, now.length); i++) {
            double passed = now[i] - before[i];
            all += passed;
            // Neither the idle loop nor waiting for disks keeps a processor from other work.
            if (i == 3 || i == 4) idle += passed;
        }
        return all == 0 ? Double.NaN : (1 - idle / all) * Runtime.getRuntime().availableProcessors();
    }

    private static long[] ticks() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/stat"))) {
            var words = lines.findFirst().orElse("cpu").strip().split("\\s+");
            return Arrays.stream(words, 1, words.length)
                    .mapToLong(Long::parseLong)
                    .toArray();
        }
    }
}
