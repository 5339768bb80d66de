package io.tidewheel.agent.runtime;

import io.tidewheel.agent.process.AgentSession;
import io.tidewheel.agent.process.ProcessSpec;
import io.tidewheel.protocol.wire.Command;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The command line by which an engine runs a container. Nothing a task brings can be taken for an option of the engine: options are
 * checked against the rules, names against patterns, and the image comes after {@code --}. Values of variables are handed over in the
 * environment of the engine's program, where other users of the machine cannot read them.
 *
 * @param session by which all containers of an agent's life are found
 * @param user the user and group that own the scratch folder, for engines that would otherwise leave files of root in it
 * @param init whether the first process in a container is the engine's
 */
record ContainerCommand(
        ContainerEngine engine,
        ContainerRules rules,
        ContainerSettings settings,
        Map<String, String> engineEnvironment,
        AgentSession session,
        Optional<String> user,
        boolean init) {
    /** Where the chain's folder is seen inside the container. */
    static final String SCRATCH_INSIDE = "/tidewheel";

    private static final Pattern IMAGE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._/:@+-]{0,500}");
    private static final Pattern IMAGE_FILE = Pattern.compile("/[A-Za-z0-9._/:@+-]{1,500}");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern OF_ENGINE = Pattern.compile(
            "(DOCKER|BUILDKIT|CONTAINER|CONTAINERS|PODMAN|APPTAINER|SINGULARITY|XDG|LD|REGISTRY|SSL|DBUS|SSH)_.*|PATH|HOME|LANG|USER|TMPDIR|"
                + "(?i)(http|https|no|all|ftp)_proxy");

    /** Whether the engine's own program would heed this variable. */
    static boolean isForEngine(String name) {
        return OF_ENGINE.matcher(name).matches();
    }

    /** The same with another rule for fetching images. */
    ContainerCommand withPull(String when) {
        return new ContainerCommand(engine, rules, settings.withPull(when), engineEnvironment, session, user, init);
    }

    /** Throws, saying what is wrong and where, if the step cannot be run in a container. */
    ProcessSpec run(CommandStep step, String name, Path scratch) {
        return run(step.command(), step.arguments(), step.facts(), name, scratch);
    }

    ProcessSpec run(Command command, List<String> arguments, TaskFacts facts, String name, Path scratch) {
        var options = EngineOption.read(command.getEngineOptionsList());
        rules.check(options);
        var inside = variables(command, facts);
        var words = new ArrayList<String>();
        var environment = new LinkedHashMap<>(engineEnvironment);
        words.add(engine.program().toString());
        if (engine.kind().hasNames()) {
            // One that is limited is asked afterwards how it ended, and removed then.
            addRun(words, environment, inside, name, scratch, workingFolder(command), !isLimited(facts));
            if (!command.getStdinFile().isEmpty()) words.add("--interactive");
        } else
            addExec(words, environment, inside, scratch, arguments.isEmpty() ? "run" : "exec", workingFolder(command));
        for (var option : options) if (!isName(option) && !isOverruled(option)) words.add(option.word());
        if (engine.kind().hasNames()) settings.pull().ifPresent(when -> words.add("--pull=" + when));
        words.addAll(settings.options());
        addGiven(words, facts.given());
        rules.cpus().ifPresent(cpus -> words.add("--cpus=" + String.format(Locale.ROOT, "%.2f", cpus)));
        rules.memoryBytes().ifPresent(bytes -> words.add("--memory=" + bytes));
        words.add("--");
        words.add(image(command.getImage()));
        words.addAll(arguments);
        // The mark of the chain stays on the engine's program too, so that it is found and ended with the rest.
        environment.putIfAbsent(AgentSession.VARIABLE, facts.mark());
        return new ProcessSpec(words, environment, scratch, command.getMergeStderr());
    }

    /** What the task stated is what its container gets. */
    private void addGiven(List<String> words, GivenParts given) {
        var stated = given.stated();
        if (stated.milliCpus() > 0) words.add("--cpus=" + String.format(Locale.ROOT, "%.3f", stated.milliCpus() / 1e3));
        if (stated.memoryBytes() > 0) words.add("--memory=" + stated.memoryBytes());
        if (given.gpus().isEmpty()) return;
        switch (engine.kind()) {
            case DOCKER -> words.add("--gpus=\"device=" + String.join(",", given.gpus()) + "\"");
            case PODMAN -> given.gpus().forEach(gpu -> words.add("--device=nvidia.com/gpu=" + gpu));
            case APPTAINER, SINGULARITY -> words.add("--nv");
        }
    }

    /** The owner of the machine says when images are fetched, not the task; and engines without names know of no such choice. */
    private boolean isOverruled(EngineOption option) {
        return option.name().equals("--pull")
                && (settings.pull().isPresent() || !engine.kind().hasNames());
    }

    /** The name of the container: the one that the task gives it, if it does. */
    String name(CommandStep step, String usual) {
        var given = usual;
        for (var option : EngineOption.read(step.command().getEngineOptionsList())) {
            if (isName(option)) given = option.value();
        }
        return given;
    }

    private boolean isName(EngineOption option) {
        return engine.kind().hasNames()
                && option.name().equals("--name")
                && !option.value().isEmpty();
    }

    /** Whether the container stays when it has ended, so that the engine can be asked why. */
    boolean isLimited(TaskFacts facts) {
        return engine.kind().hasNames() && facts.given().stated().memoryBytes() > 0;
    }

    /** Says {@code true} if the container of that name, or a part of it, was killed for want of memory. */
    ProcessSpec hasRunOut(String name) {
        return ofEngine(List.of("inspect", "--format", "{{.State.OOMKilled}}", "--", name));
    }

    /** Ends the container of that name at once. */
    ProcessSpec kill(String name) {
        return ofEngine(List.of("kill", "--", name));
    }

    /** Leaves nothing of the container of that name, whether it runs, has ended, or was only just being made. */
    ProcessSpec remove(String name) {
        return ofEngine(List.of("rm", "--force", "--", name));
    }

    /** Something that the engine's program is asked to do. */
    ProcessSpec ofEngine(List<String> words) {
        var all = new ArrayList<String>();
        all.add(engine.program().toString());
        all.addAll(words);
        return new ProcessSpec(all, engineEnvironment, Path.of("/"));
    }

    private void addRun(
            List<String> words,
            Map<String, String> environment,
            Map<String, String> inside,
            String name,
            Path scratch,
            String workingFolder,
            boolean goesWithItsEnd) {
        words.add("run");
        if (goesWithItsEnd) words.add("--rm");
        words.addAll(List.of("--name", name, "--label", session.label()));
        // Without it the command is the first process of its world, which no polite signal ends.
        if (init) words.add("--init");
        if (engine.kind() == ContainerEngine.Kind.DOCKER)
            user.ifPresent(owner -> words.addAll(List.of("--user", owner)));
        words.addAll(List.of("--volume", scratch + ":" + SCRATCH_INSIDE, "--workdir", workingFolder));
        inside.forEach((variable, value) -> {
            words.add("--env");
            // The engine takes the value from its own environment, unless it would heed the variable itself.
            if (isForEngine(variable)) words.add(variable + "=" + value);
            else {
                words.add(variable);
                environment.put(variable, value);
            }
        });
    }

    private void addExec(
            List<String> words,
            Map<String, String> environment,
            Map<String, String> inside,
            Path scratch,
            String verb,
            String workingFolder) {
        words.add(verb);
        words.addAll(List.of("--cleanenv", "--bind", scratch + ":" + SCRATCH_INSIDE, "--pwd", workingFolder));
        var prefix = engine.kind().name() + "ENV_";
        inside.forEach((variable, value) -> environment.put(prefix + variable, value));
    }

    private static Map<String, String> variables(Command command, TaskFacts facts) {
        var inside = new LinkedHashMap<String, String>();
        inside.put("TMPDIR", SCRATCH_INSIDE);
        inside.putAll(command.getEnvironmentMap());
        CommandEnvironment.addFacts(inside, facts, SCRATCH_INSIDE);
        for (var name : inside.keySet()) {
            if (!VARIABLE.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "'" + name + "' cannot be the name of an environment variable in a container:"
                                + " use letters, digits and _, not beginning with a digit");
            }
        }
        return inside;
    }

    private static String workingFolder(Command command) {
        var folder = command.getWorkingFolder();
        if (folder.isEmpty()) return SCRATCH_INSIDE;
        if (!folder.startsWith("/")) {
            throw new IllegalArgumentException(
                    "the working folder '" + folder + "' is not an absolute path inside the container");
        }
        return folder;
    }

    private String image(String image) {
        boolean file = !engine.kind().hasNames() && IMAGE_FILE.matcher(image).matches();
        if (!file) checkImage(image);
        boolean needsScheme = !engine.kind().hasNames() && !file && !image.contains("://");
        return needsScheme ? "docker://" + image : image;
    }

    static void checkImage(String image) {
        if (IMAGE.matcher(image).matches()) return;
        throw new IllegalArgumentException(
                image.isEmpty()
                        ? "the container has no image: name one, like alpine:3"
                        : "'" + image
                                + "' cannot be the name of an image: letters, digits and . _ / : @ + - are"
                                + " allowed");
    }
}
