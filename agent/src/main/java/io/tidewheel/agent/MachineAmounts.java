package io.tidewheel.agent;

import io.tidewheel.model.Amounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The countable parts of a machine: how much there is, and what its GPUs are called.
 *
 * @param gpus what programs call them, as in {@code CUDA_VISIBLE_DEVICES}; there may be fewer names than the amounts say
 */
public record MachineAmounts(Amounts amounts, List<String> gpus) {
    /** Nothing is known: there is no limit. */
    public static final MachineAmounts UNKNOWN = new MachineAmounts(Amounts.UNLIMITED, List.of());

    private static final String VISIBLE = "CUDA_VISIBLE_DEVICES";
    /** In older control groups no limit is a number near the largest one. */
    private static final long NO_LIMIT = 1L << 60;

    public MachineAmounts {
        gpus = List.copyOf(gpus);
    }

    /**
     * Looks what this process can use: its processors, the memory of the machine or of its control group if that is less, and the GPUs of
     * NVIDIA that its environment does not hide.
     *
     * @param root the folder in which {@code proc}, {@code sys} and {@code dev} are
     */
    public static MachineAmounts detect(Path root, int processors, Map<String, String> environment) {
        var gpus = gpus(root, environment);
        return new MachineAmounts(new Amounts(processors * 1_000L, memory(root), gpus.size()), gpus);
    }

    /** What is stated instead of what was found; the names of GPUs stay, as far as there are so many. */
    public MachineAmounts stating(Amounts stated) {
        var fewer = gpus.size() > stated.gpus() ? gpus.subList(0, (int) stated.gpus()) : gpus;
        return new MachineAmounts(stated, fewer);
    }

    /**
     * What one of several agents has that share the machine, the first being number 1. Each has a whole core at least, also if there are fewer cores than
     * agents: of halves, none could ever do what needs one.
     */
    public MachineAmounts share(int number, int agents) {
        if (agents == 1) return this;
        var own = IntStream.range(0, gpus.size())
                .filter(i -> i % agents == number - 1)
                .mapToObj(gpus::get)
                .toList();
        return new MachineAmounts(
                new Amounts(
                        cores(number, agents),
                        part(amounts.memoryBytes(), agents),
                        gpus.isEmpty() ? part(amounts.gpus(), agents) : own.size()),
                own);
    }

    private long cores(int number, int agents) {
        if (amounts.milliCpus() == Long.MAX_VALUE) return Long.MAX_VALUE;
        long all = amounts.milliCpus() / 1_000;
        return Math.max(1, all / agents + (number <= all % agents ? 1 : 0)) * 1_000;
    }

    private static long part(long all, int agents) {
        return all == Long.MAX_VALUE ? all : all / agents;
    }

    private static long memory(Path root) {
        long memory = Long.MAX_VALUE;
        for (var line : lines(root.resolve("proc/meminfo"))) {
            if (line.startsWith("MemTotal:")) memory = number(line.replaceAll("\\D", "")) * 1_024;
        }
        for (var file : List.of("sys/fs/cgroup/memory.max", "sys/fs/cgroup/memory/memory.limit_in_bytes")) {
            for (var line : lines(root.resolve(file))) {
                long limit = number(line.strip());
                if (limit > 0 && limit < NO_LIMIT) memory = Math.min(memory, limit);
            }
        }
        return memory;
    }

    private static List<String> gpus(Path root, Map<String, String> environment) {
        int present = Math.max(
                count(root.resolve("proc/driver/nvidia/gpus"), ".*"), count(root.resolve("dev"), "nvidia\\d+"));
        var visible = environment.get(VISIBLE);
        if (present == 0 || visible == null)
            return IntStream.range(0, present).mapToObj(Integer::toString).toList();
        return Arrays.stream(visible.split(",", -1))
                .map(String::strip)
                .takeWhile(name -> !name.isEmpty() && !name.equals("-1") && !name.equals("NoDevFiles"))
                .toList();
    }

    private static int count(Path folder, String names) {
        var found = new ArrayList<Path>();
        try (var all = Files.newDirectoryStream(folder)) {
            for (var one : all) if (("" + one.getFileName()).matches(names)) found.add(one);
        } catch (IOException missing) {
            return 0;
        }
        return found.size();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException missing) {
            return List.of();
        }
    }

    /** 0 if it is none. */
    private static long number(String text) {
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
    }
}
