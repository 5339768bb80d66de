package io.tidewheel.model.plugins;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The providers there are, by kind and name: those of the program first, then those of the plug-ins. They are looked for when somebody asks
 * for a kind. One that cannot be used is noted and left out; it takes nothing else with it. A name that the program has itself stays the
 * program's; one that two plug-ins claim is given to neither, because nobody could say which was meant.
 */
public final class PluginCatalogue {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,62}");

    private final List<PluginSource> sources = new ArrayList<>();
    private final List<PluginFault> faults;
    private final Map<PluginKind<?>, FoundProviders<?>> found = new ConcurrentHashMap<>();

    /** The providers of one kind that were found: by name what can be used, and what cannot. */
    private record FoundProviders<P extends PluginProvider>(
            Map<String, LoadedPlugin<P>> usable, List<PluginFault> faults) {}

    /** @param faults plug-ins that could not even be opened */
    public PluginCatalogue(PluginSource program, List<PluginSource> plugins, List<PluginFault> faults) {
        sources.add(program);
        sources.addAll(plugins);
        this.faults = List.copyOf(faults);
    }

    /** What comes with the program, without any plug-in. */
    public static PluginCatalogue ofProgram() {
        var loader = PluginCatalogue.class.getClassLoader();
        return new PluginCatalogue(PluginSource.builtIn(loader), List.of(), List.of());
    }

    /** All of a kind that can be used, those of the program first. */
    public <P extends PluginProvider> List<LoadedPlugin<P>> all(PluginKind<P> kind) {
        return List.copyOf(found(kind).usable().values());
    }

    public <P extends PluginProvider> List<String> names(PluginKind<P> kind) {
        return List.copyOf(found(kind).usable().keySet());
    }

    /** The one of this name. Throws IllegalArgumentException, with a text for users, if there is none that can be used. */
    public <P extends PluginProvider> LoadedPlugin<P> named(PluginKind<P> kind, String name) {
        var known = found(kind);
        var loaded = known.usable().get(name);
        if (loaded != null) return loaded;
        var text = "%s: there is no %s '%s': there are %s"
                .formatted(
                        kind.option(),
                        kind.noun(),
                        name,
                        String.join(", ", known.usable().keySet()));
        var broken = new ArrayList<>(faults);
        broken.addAll(known.faults());
        if (broken.isEmpty()) throw new IllegalArgumentException(text);
        var why = broken.stream().map(PluginFault::toString).collect(Collectors.joining("; "));
        throw new IllegalArgumentException("%s; what may have been meant cannot be used: %s".formatted(text, why));
    }

    public <P extends PluginProvider> Optional<LoadedPlugin<P>> find(PluginKind<P> kind, String name) {
        return Optional.ofNullable(found(kind).usable().get(name));
    }

    /** Plug-ins of which nothing could be looked at. */
    public List<PluginFault> faults() {
        return faults;
    }

    /** What of this kind cannot be used. */
    public List<PluginFault> faults(PluginKind<?> kind) {
        return found(kind).faults();
    }

    @SuppressWarnings("unchecked") // what is kept for a kind was made for it
    private <P extends PluginProvider> FoundProviders<P> found(PluginKind<P> kind) {
        return (FoundProviders<P>) found.computeIfAbsent(kind, _ -> search(kind));
    }

    private <P extends PluginProvider> FoundProviders<P> search(PluginKind<P> kind) {
        var wrong = new ArrayList<PluginFault>();
        var byName = new LinkedHashMap<String, List<LoadedPlugin<P>>>();
        for (var source : sources) {
            if (!source.offers(kind)) continue;
            for (var loaded : load(kind, source, wrong))
                byName.computeIfAbsent(loaded.provider().name(), _ -> new ArrayList<>())
                        .add(loaded);
        }
        var usable = new LinkedHashMap<String, LoadedPlugin<P>>();
        byName.forEach((name, claimed) -> {
            var first = claimed.getFirst();
            if (claimed.size() == 1 || first.source().isBuiltIn()) usable.put(name, first);
            if (claimed.size() > 1) complain(claimed, wrong);
        });
        return new FoundProviders<>(usable, List.copyOf(wrong));
    }

    private static <P extends PluginProvider> void complain(List<LoadedPlugin<P>> claimed, List<PluginFault> wrong) {
        var first = claimed.getFirst();
        for (var loaded : claimed) {
            if (loaded.source().isBuiltIn()) continue;
            var others = claimed.stream()
                    .filter(other -> !other.equals(loaded))
                    .map(other -> other.source().name())
                    .distinct()
                    .collect(Collectors.joining(", "));
            var problem = first.source().isBuiltIn()
                    ? "%s '%s' is built in: the plug-in must use another name"
                            .formatted(first.kind().noun(), first.provider().name())
                    : "%s '%s' is also in %s, so neither is used: leave one of them in the folder"
                            .formatted(first.kind().noun(), first.provider().name(), others);
            wrong.add(fault(loaded.kind(), loaded.source(), loaded.provider().getClass(), problem));
        }
    }

    private static <P extends PluginProvider> List<LoadedPlugin<P>> load(
            PluginKind<P> kind, PluginSource source, List<PluginFault> wrong) {
        var loaded = new ArrayList<LoadedPlugin<P>>();
        var providers =
                ServiceLoader.load(kind.type(), source.loader()).stream().iterator();
        // Each step may fail on its own; a file that names nobody any more ends it, and so does one that always fails.
        for (int failures = 0; failures < 100; ) {
            Class<?> type = kind.type();
            try {
                if (!providers.hasNext()) break;
                var next = providers.next();
                type = next.type();
                var provider = next.get();
                check(provider);
                loaded.add(new LoadedPlugin<>(kind, provider, source));
            } catch (ServiceConfigurationError | RuntimeException | LinkageError broken) {
                failures++;
                wrong.add(fault(kind, source, type, told(kind, broken)));
            }
        }
        return loaded;
    }

    private static void check(PluginProvider provider) {
        var name = provider.name();
        if (!NAME.matcher(name).matches())
            throw new IllegalArgumentException(
                    "its name '%s' is not made of small letters, digits and -".formatted(name));
        if (provider.description().isBlank()) throw new IllegalArgumentException("it has no description");
        provider.settings();
    }

    private static String told(PluginKind<?> kind, Throwable broken) {
        var cause =
                broken instanceof ServiceConfigurationError && broken.getCause() != null ? broken.getCause() : broken;
        var remedy = cause instanceof LinkageError
                ? "it was probably made for another version of Tidewheel, or a jar that it needs is missing: put all of"
                        + " them into one folder in the folder of plug-ins"
                : "ask whoever made it, or take it out of the folder";
        return "cannot be used as %s (%s): %s".formatted(kind.noun(), cause, remedy);
    }

    private static PluginFault fault(PluginKind<?> kind, PluginSource source, Class<?> type, String problem) {
        var name = type.equals(kind.type()) ? "" : type.getName();
        return new PluginFault(source.name(), kind.name(), name, problem);
    }
}
