package io.tidewheel.experiments.pfa;

import io.tidewheel.autoscaling.elastic.MachineType;
import io.tidewheel.autoscaling.elastic.OwnerOnDemandPolicy;
import io.tidewheel.model.Billing;
import io.tidewheel.model.Money;
import io.tidewheel.simulation.elastic.FleetScenario;
import io.tidewheel.simulation.elastic.PolicySimulation;
import io.tidewheel.simulation.workloads.TimedWorkflow;
import io.tidewheel.simulation.workloads.Workload;
import io.tidewheel.workflow.imports.TaskGraph;
import io.tidewheel.workflow.imports.TaskGraph.Task;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The provisioning experiment of the CloudKon project: five stages of tasks one after the other, at most 32 machines that take more than
 * three minutes to boot, and go when they have been idle for a while.
 */
public final class CloudKonProvisioning {
    private static final int MOST = 32;
    private static final Duration BOOT = Duration.ofSeconds(198);
    private static final Duration LOOKS = Duration.ofSeconds(10);
    private static final int[] TASKS = {10, 100, 19, 40, 10};
    private static final double[] SECONDS = {120, 180, 120, 120, 120};

    private CloudKonProvisioning() {}

    /**
     * What came of one limit, beside what was published.
     *
     * @param utilisation how much of the time of its machines was work
     * @param parallelism how many tasks ran at the same time on average
     */
    public record Row(
            int idleSeconds,
            double minutes,
            double publishedMinutes,
            double utilisation,
            double publishedUtilisation,
            double parallelism,
            double publishedParallelism) {
        public List<String> cells() {
            return List.of(
                    idleSeconds + " s",
                    number("%.2f", minutes),
                    number("%.2f", publishedMinutes),
                    number("%.1f %%", 100 * utilisation),
                    number("%.1f %%", 100 * publishedUtilisation),
                    number("%.2f", parallelism),
                    number("%.2f", publishedParallelism));
        }

        private static String number(String form, double value) {
            return String.format(Locale.ROOT, form, value);
        }
    }

    public static List<String> titles() {
        return List.of(
                "idle limit",
                "minutes",
                "published minutes",
                "utilisation",
                "published utilisation",
                "tasks at a time",
                "published tasks at a time");
    }

    public static List<Row> rows() {
        return List.of(
                row(60, 24.54, 0.7598, 18.66),
                row(120, 23.88, 0.4757, 19.17),
                row(180, 23.79, 0.2642, 19.25),
                row(240, 23.31, 0.1382, 19.64));
    }

    /** What part of the time of all machines the tasks are, if all machines are there for so many minutes. */
    static double leastUtilisation(double minutes) {
        return work() / (MOST * minutes * 60);
    }

    private static double work() {
        double work = 0;
        for (int i = 0; i < TASKS.length; i++) work += TASKS[i] * SECONDS[i];
        return work;
    }

    private static Row row(int idle, double minutes, double utilisation, double parallelism) {
        var billing = new Billing(new Money(BigDecimal.ONE), LOOKS);
        var played = PolicySimulation.play(new FleetScenario(
                new Workload("stages", 1, List.of(TimedWorkflow.of(stages(), 1))),
                List.of(new MachineType("worker", billing, MOST, BOOT, 1)),
                LOOKS,
                List.of(new Money(BigDecimal.valueOf(MOST))),
                new OwnerOnDemandPolicy(Duration.ofSeconds(idle)),
                1,
                FleetScenario.DispatchMode.PLACEMENT));
        var user = played.users().getFirst();
        return new Row(
                idle,
                played.seconds() / 60,
                minutes,
                user.busy() / user.reserved(),
                utilisation,
                work() / played.seconds(),
                parallelism);
    }

    private static TaskGraph stages() {
        var tasks = new ArrayList<Task>();
        List<String> before = List.of();
        for (int stage = 0; stage < TASKS.length; stage++) {
            var ids = new ArrayList<String>();
            for (int i = 0; i < TASKS[stage]; i++) {
                var id = stage + "-" + i;
                ids.add(id);
                tasks.add(new Task(id, "sleep", SECONDS[stage], List.of(), List.of(), before));
            }
            before = ids;
        }
        return new TaskGraph("stages", tasks);
    }
}
