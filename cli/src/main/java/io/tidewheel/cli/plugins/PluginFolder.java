package io.tidewheel.cli.plugins;

import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.FailureWords;
import io.tidewheel.model.plugins.PluginCatalogue;
import io.tidewheel.model.plugins.PluginFault;
import io.tidewheel.model.plugins.PluginKind;
import io.tidewheel.model.plugins.PluginSource;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Collectors;

/**
 * Where the plug-ins are. Every jar in the folder is one, and every folder in it that has jars: a plug-in with the libraries that it needs.
 * Nothing of a plug-in is run here; only its table of contents is read.
 */
public final class PluginFolder {
    private static final String OURS = PluginSource.SERVICES + "io.tidewheel.";
    private static final Set<String> KNOWN =
            PluginKinds.ALL.stream().map(PluginKind::serviceFile).collect(Collectors.toUnmodifiableSet());

    private final List<PluginSource> sources = new ArrayList<>();
    private final List<PluginFault> faults = new ArrayList<>();
    private final List<PluginFault> untrusted = new ArrayList<>();

    private final Optional<TrustedJars> trusted;

    private PluginFolder(Optional<TrustedJars> trusted) {
        this.trusted = trusted;
    }

    /**
     * The plug-ins of the folder that is set, or else of {@code plugins} beside the program, together with what is built in. If only some jars are
     * trusted and another one is there, nothing is loaded, and it is said which.
     */
    public static PluginCatalogue open(Config config, Path workingFolder) {
        var reading = opened(config, workingFolder);
        if (!reading.untrusted.isEmpty()) {
            throw CliError.usage(
                    "a plug-in is not trusted, so nothing was started",
                    reading.untrusted.stream().map(PluginFault::problem).toArray(String[]::new));
        }
        return reading.catalogue();
    }

    /** The same to be shown: what is not trusted is left out, and told with all else that is wrong. */
    public static PluginCatalogue list(Config config, Path workingFolder) {
        var reading = opened(config, workingFolder);
        reading.faults.addAll(reading.untrusted);
        return reading.catalogue();
    }

    private static PluginFolder opened(Config config, Path workingFolder) {
        var reading = new PluginFolder(trustedFile(config, workingFolder).map(TrustedJars::read));
        place(config, workingFolder).ifPresent(reading::read);
        return reading;
    }

    /** What is built in. */
    static PluginCatalogue ofProgram() {
        return new PluginFolder(Optional.empty()).catalogue();
    }

    /** The file that lists the jars which may be loaded, if somebody has said which. */
    public static Optional<Path> trustedFile(Config config, Path workingFolder) {
        return config.value(ConfigKey.PLUGINS_TRUSTED)
                .map(name -> workingFolder.resolve(name).toAbsolutePath());
    }

    /** The hashes of the jars of a plug-in, by their names. */
    public static SortedMap<String, String> hashes(Path entry) {
        var hashes = new TreeMap<String, String>();
        try {
            for (var jar : Files.isDirectory(entry) ? jarsIn(entry) : List.of(entry))
                hashes.put(jar.toString(), TrustedJars.hash(jar));
        } catch (IOException unreadable) {
            // What cannot be read is told by the catalogue.
        }
        return hashes;
    }

    /** The folder that {@link #open} reads, if there is one. */
    public static Optional<Path> place(Config config, Path workingFolder) {
        var named = config.value(ConfigKey.PLUGINS_FOLDER).map(workingFolder::resolve);
        if (named.isPresent()) {
            if (Files.isDirectory(named.get())) return named;
            throw CliError.usage(
                    "--plugins: there is no folder %s".formatted(named.get()),
                    "example: --plugins /opt/tidewheel/plugins");
        }
        return Optional.ofNullable(System.getProperty("tidewheel.home"))
                .map(home -> Path.of(home, "plugins"))
                .filter(Files::isDirectory);
    }

    private void read(Path folder) {
        try (var entries = Files.list(folder)) {
            entries.sorted().forEach(this::look);
        } catch (IOException unreadable) {
            throw CliError.usage(
                    "the folder of plug-ins %s cannot be read: %s".formatted(folder, FailureWords.of(unreadable)));
        }
    }

    private PluginCatalogue catalogue() {
        var program = PluginSource.builtIn(new ProgramServices());
        return new PluginCatalogue(program, sources, faults);
    }

    private void look(Path entry) {
        var name = entry.getFileName().toString();
        if (name.startsWith(".")) return;
        try {
            if (Files.isDirectory(entry)) add(entry, jarsIn(entry));
            else if (name.endsWith(".jar")) add(entry, List.of(entry));
        } catch (IOException unreadable) {
            fault(entry, "cannot be read as a jar (%s): copy it here again".formatted(unreadable.getMessage()));
        }
    }

    private static List<Path> jarsIn(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    private void add(Path entry, List<Path> jars) throws IOException {
        if (!isTrusted(entry, jars)) return;
        var files = new TreeSet<String>();
        for (var jar : jars) files.addAll(offers(jar));
        for (var file : files) {
            if (!KNOWN.contains(file))
                fault(
                        entry,
                        "offers a %s, which this version of Tidewheel does not ask for: take a version that was made for it"
                                .formatted(file.substring(PluginSource.SERVICES.length())));
        }
        if (files.isEmpty())
            fault(
                    entry,
                    "offers nothing: no jar in it has a file in META-INF/services that is named after an interface of"
                            + " Tidewheel");
        files.retainAll(KNOWN);
        if (files.isEmpty()) return;
        var services = files.stream()
                .map(file -> file.substring(PluginSource.SERVICES.length()))
                .collect(Collectors.toSet());
        sources.add(
                PluginSource.plugin(entry.toString(), new PluginClassLoader(entry.toString(), urls(jars)), services));
    }

    private boolean isTrusted(Path entry, List<Path> jars) throws IOException {
        if (trusted.isEmpty()) return true;
        boolean all = true;
        for (var jar : jars) {
            var objection = trusted.get().objection(jar);
            objection.ifPresent(why -> untrusted.add(new PluginFault(entry.toString(), "", "", why)));
            all &= objection.isEmpty();
        }
        return all;
    }

    private static List<String> offers(Path jar) throws IOException {
        try (var open = new JarFile(jar.toFile())) {
            return open.stream()
                    .map(each -> each.getName())
                    .filter(file -> file.startsWith(OURS))
                    .toList();
        }
    }

    private static URL[] urls(List<Path> jars) throws MalformedURLException {
        var urls = new ArrayList<URL>();
        for (var jar : jars) urls.add(jar.toUri().toURL());
        return urls.toArray(URL[]::new);
    }

    private void fault(Path entry, String problem) {
        faults.add(new PluginFault(entry.toString(), "", "", problem));
    }
}
