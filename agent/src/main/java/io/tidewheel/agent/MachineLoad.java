package io.tidewheel.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How busy the whole machine is, as far as it tells. */
final class MachineLoad {
    /** Zeros where the machine does not tell. */
    record Reading(float loadAverage, long freeMemoryBytes) {
        static final Reading NONE = new Reading(0, 0);
    }

    Reading read() {
        try {
            var load =
                    Float.parseFloat(Files.readString(Path.of("/proc/loadavg")).split(" ", 2)[0]);
            return new Reading(load, availableMemory());
        } catch (IOException | NumberFormatException doesNotTell) {
            return Reading.NONE;
        }
    }

    private static long availableMemory() throws IOException {
        for (var line : Files.readAllLines(Path.of("/proc/meminfo"))) {
            if (line.startsWith("MemAvailable:")) return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
        }
        return 0;
    }
}
