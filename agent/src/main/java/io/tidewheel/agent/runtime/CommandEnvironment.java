package io.tidewheel.agent.runtime;

import io.tidewheel.agent.process.AgentSession;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What a command finds in its environment. Nothing is inherited from the agent but what its settings name. */
final class CommandEnvironment {
    private CommandEnvironment() {}

    /** The agent's plain variables, then the command's own, then ours, which nobody may change. */
    static Map<String, String> of(Map<String, String> plain, CommandStep step, Path scratch) {
        var all = new LinkedHashMap<>(plain);
        all.put("TMPDIR", scratch.toString());
        all.putAll(step.command().getEnvironmentMap());
        addFacts(all, step.facts(), scratch.toString());
        return all;
    }

    static void addFacts(Map<String, String> all, TaskFacts facts, String scratch) {
        all.put("TIDEWHEEL_RUN_ID", Long.toString(facts.run()));
        all.put("TIDEWHEEL_TASK_ID", Integer.toString(facts.index()));
        all.put("TIDEWHEEL_ATTEMPT", Integer.toString(facts.attempt()));
        all.put("TIDEWHEEL_TOKEN", facts.token());
        all.put("TIDEWHEEL_PARAMETER", facts.parameter());
        all.put("TIDEWHEEL_AGENT", facts.agent());
        addGiven(all, facts.given());
        all.put("TIDEWHEEL_SCRATCH", scratch);
        all.put("TIDEWHEEL_RESULT", scratch + "/" + ScratchFolder.RESULT_FILE);
        if (facts.deadline().isPresent())
            all.put("TIDEWHEEL_DEADLINE", facts.deadline().get().toString());
        all.put(AgentSession.VARIABLE, facts.mark());
        if (facts.part().isPresent()) addPart(all, facts.part().get(), scratch);
    }

    /** What was stated is told in words that other programs know too. A number of threads that the task sets itself is left alone. */
    private static void addGiven(Map<String, String> all, GivenParts given) {
        var cpus = Integer.toString(given.cpus());
        all.put("TIDEWHEEL_CPUS", cpus);
        if (given.stated().milliCpus() > 0) all.putIfAbsent("OMP_NUM_THREADS", cpus);
        if (given.stated().memoryBytes() > 0)
            all.put("TIDEWHEEL_MEMORY", Long.toString(given.stated().memoryBytes()));
        given.stated().custom().counts().forEach((name, count) -> all.put(variable(name), Long.toString(count)));
        if (given.gpus().isEmpty()) return;
        all.put("TIDEWHEEL_GPUS", String.join(",", given.gpus()));
        all.put("CUDA_VISIBLE_DEVICES", String.join(",", given.gpus()));
    }

    /** {@code matlab-license} is told as {@code TIDEWHEEL_AMOUNT_MATLAB_LICENSE}. */
    private static String variable(String amount) {
        return "TIDEWHEEL_AMOUNT_" + amount.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private static void addPart(Map<String, String> all, PartitionFacts part, String scratch) {
        all.put("TIDEWHEEL_PARTITION", Integer.toString(part.partition()));
        all.put("TIDEWHEEL_ITERATIONS", Long.toString(part.iterations()));
        all.put("TIDEWHEEL_SHARE", scratch + "/" + PartitionFacts.SHARE_FILE);
        all.put("TIDEWHEEL_PROGRESS", scratch + "/" + PartitionFacts.PROGRESS_FILE);
        all.put("TIDEWHEEL_CHECKPOINT", scratch + "/" + PartitionFacts.CHECKPOINT_FILE);
        all.put("TIDEWHEEL_REPORT_SECONDS", Double.toString(part.reportEvery().toMillis() / 1e3));
        part.first().ifPresent(first -> all.put("TIDEWHEEL_FIRST", Long.toString(first)));
    }
}
