package io.tidewheel.agent.runtime;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How the owner of a machine wants containers to be run on it.
 *
 * @param engines the engines that may be used, the preferred ones first; none: no containers
 * @param probeTime when it is found out whether one of them works
 * @param probeImage the image that is run to find out; empty: a tiny one of our own, for which nothing has to be fetched
 * @param init whether the first process in a container is the engine's, which passes signals on and buries the dead
 * @param pull when images are fetched, whatever a task says: a word of the engine, like missing or never
 * @param options of the engine, for every container; not looked at, since they are the owner's
 * @param grace between the polite request to a container to end and its end by force, if the task has not less
 */
public record ContainerSettings(
        List<ContainerEngine.Kind> engines,
        ProbeTime probeTime,
        Optional<String> probeImage,
        Init init,
        Optional<String> pull,
        List<String> options,
        Duration grace) {
    public static final Duration USUAL_GRACE = Duration.ofSeconds(2);
    public static final ContainerSettings USUAL = new ContainerSettings(
            List.of(ContainerEngine.Kind.values()),
            ProbeTime.WHEN_NEEDED,
            Optional.empty(),
            Init.AUTO,
            Optional.empty(),
            List.of(),
            USUAL_GRACE);

    /** When a container is run to see whether containers can be run. */
    public enum ProbeTime {
        /** When the first task wants a container: nothing is offered before. */
        WHEN_NEEDED,
        /** While the agent starts, which does not wait for it: containers are offered as soon as one has run. */
        DURING_START,
        /** Before the agent starts. */
        BEFORE_START
    }

    /** Whether the engine puts a first process of its own into a container. */
    public enum Init {
        /** If it can. */
        AUTO,
        ALWAYS,
        NEVER
    }

    public ContainerSettings {
        engines = List.copyOf(engines);
        options = List.copyOf(options);
        if (grace.isNegative()) throw new IllegalArgumentException("grace is not negative, but " + grace);
        for (var option : options) {
            if (!option.startsWith("-") || option.equals("--")) {
                throw new IllegalArgumentException(
                        "'%s' is no option of a container engine: each is one word, like --network=none"
                                .formatted(option));
            }
        }
        pull.ifPresent(word -> {
            if (!word.matches("[a-z]{1,20}"))
                throw new IllegalArgumentException(
                        "'%s' does not say when to fetch images: use always, missing, newer or never".formatted(word));
        });
        probeImage.ifPresent(ContainerCommand::checkImage);
    }

    /** Reads the engines: {@code auto} for all, {@code none}, or names separated by commas. */
    public static List<ContainerEngine.Kind> engines(String text) {
        return switch (text.strip()) {
            case "auto" -> List.of(ContainerEngine.Kind.values());
            case "none" -> List.of();
            default ->
                Arrays.stream(text.split(",", -1))
                        .map(name -> kind(name.strip()))
                        .toList();
        };
    }

    private static ContainerEngine.Kind kind(String name) {
        for (var kind : ContainerEngine.Kind.values()) if (kind.program().equals(name)) return kind;
        throw new IllegalArgumentException(
                "'%s' is no container engine: use auto, none, docker, podman, apptainer or singularity"
                        .formatted(name));
    }

    /** Reads {@code auto}, {@code always} or {@code never}. */
    public static Init init(String text) {
        for (var init : Init.values()) if (init.name().toLowerCase(Locale.ROOT).equals(text.strip())) return init;
        throw new IllegalArgumentException("'%s' is not auto, always or never".formatted(text));
    }

    public ContainerSettings with(List<ContainerEngine.Kind> chosen) {
        return new ContainerSettings(chosen, probeTime, probeImage, init, pull, options, grace);
    }

    public ContainerSettings with(ProbeTime time) {
        return new ContainerSettings(engines, time, probeImage, init, pull, options, grace);
    }

    public ContainerSettings with(Init wanted) {
        return new ContainerSettings(engines, probeTime, probeImage, wanted, pull, options, grace);
    }

    public ContainerSettings withProbeImage(String image) {
        return new ContainerSettings(engines, probeTime, Optional.of(image), init, pull, options, grace);
    }

    public ContainerSettings withPull(String policy) {
        return new ContainerSettings(engines, probeTime, probeImage, init, Optional.of(policy), options, grace);
    }

    public ContainerSettings withOptions(List<String> more) {
        return new ContainerSettings(engines, probeTime, probeImage, init, pull, more, grace);
    }

    public ContainerSettings withGrace(Duration other) {
        return new ContainerSettings(engines, probeTime, probeImage, init, pull, options, other);
    }
}
