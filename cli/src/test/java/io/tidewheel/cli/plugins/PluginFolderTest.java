package io.tidewheel.cli.plugins;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.cli.UserSession;
import io.tidewheel.cli.config.Config;
import io.tidewheel.cli.config.ConfigKey;
import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.JsonText;
import io.tidewheel.model.plugins.DatabaseProvider;
import io.tidewheel.model.plugins.LoadedPlugin;
import io.tidewheel.model.plugins.MachinesProvider;
import io.tidewheel.model.plugins.PluginFailure;
import io.tidewheel.testing.PluginJars;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real jars, made from sources. */
class PluginFolderTest {
    private static final String MACHINES = MachinesProvider.class.getName();

    @TempDir
    Path folder;

    private int jars;

    @Test
    void whatIsBuiltInIsFoundInTheSameWayAsPlugins() {
        var plugins = configured();
        for (var kind : PluginKinds.ALL)
            assertThat(plugins.catalogue().faults(kind)).as(kind.name()).isEmpty();
        assertThat(plugins.catalogue().names(MachinesProvider.KIND)).containsExactly("local", "ssh");
        assertThat(plugins.catalogue().names(DatabaseProvider.KIND)).containsExactly("embedded", "postgres", "memory");
    }

    @Test
    void aPluginIsFoundAndToldWhatIsSetAboutIt() throws Exception {
        jar("cloud.jar", provider("Cloud", "cloud", ""), "Cloud");
        Files.writeString(
                folder.resolve("config.yaml"),
                "machines:\n  cloud:\n    region: north\n    patience: 90s\n    key: from-file\n");
        var session = new UserSession(folder)
                .with("TIDEWHEEL_CONFIG", folder.resolve("config.yaml").toString())
                .with("TIDEWHEEL_MACHINES_CLOUD_PATIENCE", "2m")
                .with(
                        "TIDEWHEEL_MACHINES_CLOUD_KEY_FILE",
                        Files.writeString(folder.resolve("key"), "secret\n").toString());
        var config = config(session).set("machines.cloud.size=3");
        var chosen = new ConfiguredPlugins(config, folder).choose(MachinesProvider.KIND, "cloud");
        var settings = chosen.settings();
        assertThat(settings.text("region")).contains("north");
        assertThat(settings.duration("patience"))
                .as("the environment comes before the file")
                .isEqualTo(Duration.ofMinutes(2));
        assertThat(settings.whole("size")).isEqualTo(3);
        assertThat(settings.isOn("spot")).as("what nobody sets is as usual").isFalse();
        assertThat(settings.text("key")).contains("secret");
        assertThat(settings.text("image")).isEmpty();
        assertThat(settings.toString()).doesNotContain("secret");
        assertThat(chosen.plugin().source().name()).endsWith("plugins/cloud.jar");
    }

    @Test
    void settingsThatCannotBeAreRefusedWithTheirNames() throws Exception {
        jar("cloud.jar", provider("Cloud", "cloud", ""), "Cloud");
        refusedSetting("machines.cloud.size=many", "machines.cloud.size is a whole number, not 'many'");
        refusedSetting("machines.cloud.patience=soon", "machines.cloud.patience is a time like 90s or 2h, not 'soon'");
        refusedSetting("machines.cloud.spot=perhaps", "machines.cloud.spot is true or false, not 'perhaps'");
        refusedSetting(
                "machines.cloud.sizes=3",
                "there is no setting 'machines.cloud.sizes': known are machines.cloud.region");
        refusedSetting("machines.cloud.region=x", "machines.cloud.image is not set: it is what machines begin with");
        assertThatThrownBy(() -> config(new UserSession(folder)).set("cloud.size=3"))
                .isInstanceOf(CliError.class)
                .hasMessageContaining("KIND.NAME.SETTING=VALUE");
    }

    private void refusedSetting(String set, String problem) {
        var plugins = new ConfiguredPlugins(config(new UserSession(folder)).set(set), folder);
        assertThatThrownBy(() -> plugins.choose(MachinesProvider.KIND, "cloud")
                        .settings()
                        .required("image"))
                .hasMessageContaining(problem);
    }

    @Test
    void ofTrustedJarsNoOtherOneIsLoadedAndNoneThatHasChanged() throws Exception {
        jar("cloud.jar", provider("Cloud", "cloud", ""), "Cloud");
        var cloud = plugins().resolve("cloud.jar");
        var hash = TrustedJars.hash(cloud);
        var list = folder.resolve("trusted");
        Files.writeString(list, "# looked at by ada\n\n%s  plugins/cloud.jar\n".formatted(hash));
        assertThat(trusting(list).catalogue().names(MachinesProvider.KIND)).contains("cloud");

        var set = Files.createDirectories(plugins().resolve("with-libraries"));
        plugin().source("Helper", "package example; public class Helper {}").make(set.resolve("library.jar"));
        refused(list, "with-libraries/library.jar is not listed", TrustedJars.hash(set.resolve("library.jar")));
        var listed = PluginFolder.list(config(new UserSession(folder)).flag(ConfigKey.PLUGINS_TRUSTED, list), folder);
        assertThat(listed.names(MachinesProvider.KIND)).contains("cloud");
        assertThat(listed.faults()).singleElement().asString().contains("library.jar is not listed");

        Files.delete(set.resolve("library.jar"));
        Files.delete(set);
        jar("cloud.jar", provider("Cloud", "cloud", "int changed = 1;"), "Cloud");
        refused(list, "cloud.jar is not the one that " + list + " lists", TrustedJars.hash(cloud));

        Files.writeString(list, hash + "  cloud.jar\nnonsense\n");
        assertThatThrownBy(() -> trusting(list).catalogue()).hasMessageContaining("trusted, line 2");
        assertThatThrownBy(() -> trusting(folder.resolve("none")).catalogue()).hasMessageContaining("there is no file");
    }

    @Test
    void aServerAndAnAgentDoNotStartWithAJarThatIsNotTrusted() throws Exception {
        jar("cloud.jar", provider("Cloud", "cloud", ""), "Cloud");
        var list = Files.writeString(folder.resolve("trusted"), "# none\n").toString();
        var user = new UserSession(folder);
        var server = user.type("server", "start", "--port", "0", "--plugins", "plugins", "--trusted-plugins", list);
        assertThat(server.code()).isEqualTo(2);
        assertThat(server.err())
                .contains("a plug-in is not trusted")
                .contains("cloud.jar is not listed in " + list)
                .contains(TrustedJars.hash(plugins().resolve("cloud.jar")) + "  cloud.jar");
        var token = Files.writeString(folder.resolve("token"), "tw_x").toString();
        var agent = user.with("TIDEWHEEL_PLUGINS_TRUSTED", list)
                .type(
                        "agent",
                        "start",
                        "--server",
                        "http://127.0.0.1:1",
                        "--token-file",
                        token,
                        "--plugins",
                        "plugins");
        assertThat(agent.code()).isEqualTo(2);
        assertThat(agent.err()).contains("cloud.jar is not listed");

        var shown = user.type("plugin", "ls", "--plugins", "plugins", "-o", "wide");
        assertThat(shown.code()).isZero();
        assertThat(shown.out()).contains("SHA-256", TrustedJars.hash(plugins().resolve("cloud.jar")), "error");
    }

    private ConfiguredPlugins trusting(Path list) {
        return new ConfiguredPlugins(config(new UserSession(folder)).flag(ConfigKey.PLUGINS_TRUSTED, list), folder);
    }

    private void refused(Path list, String why, String hash) {
        assertThatThrownBy(() -> trusting(list).catalogue())
                .isInstanceOfSatisfying(
                        CliError.class,
                        error -> assertThat(error.hints())
                                .singleElement()
                                .asString()
                                .contains(why, hash, "add the line '" + hash));
    }

    @Test
    void onePluginThatCannotBeLoadedTakesNoOtherWithIt() throws Exception {
        jar("a-good.jar", provider("Good", "good", ""), "Good");
        jar(
                "b-throws.jar",
                provider("Throws", "throws", "if (true) throw new IllegalStateException(\"no licence\");"),
                "Throws");
        plugin().source("Helper", "package example; public class Helper {}")
                .source("Lacking", provider("Lacking", "lacking", "new Helper();"))
                .service(MACHINES, "example.Lacking")
                .without("Helper")
                .make(plugins().resolve("c-lacking.jar"));
        plugin().service(MACHINES, "example.Nowhere").make(plugins().resolve("d-nowhere.jar"));
        plugin().service("io.tidewheel.model.plugins.TeleportProvider", "example.Beam")
                .make(plugins().resolve("e-future.jar"));
        plugin().make(plugins().resolve("f-empty.jar"));
        Files.writeString(plugins().resolve("g-broken.jar"), "this is no jar");
        Files.writeString(plugins().resolve("README.txt"), "not a plug-in");
        jar("h-odd.jar", provider("Odd", "Odd Name", ""), "Odd");
        jar("z-last.jar", provider("Last", "last", ""), "Last");

        var catalogue = configured().catalogue();
        assertThat(catalogue.names(MachinesProvider.KIND)).containsExactly("local", "ssh", "good", "last");
        assertThat(catalogue.faults(MachinesProvider.KIND))
                .extracting(Object::toString)
                .satisfiesExactly(
                        throwing -> assertThat(throwing)
                                .contains("b-throws.jar")
                                .contains("example.Throws")
                                .contains("no licence")
                                .contains("take it out of the folder"),
                        lacking -> assertThat(lacking)
                                .contains("c-lacking.jar")
                                .contains("example.Lacking")
                                .contains("a jar that it needs is missing"),
                        nowhere -> assertThat(nowhere).contains("d-nowhere.jar").contains("example.Nowhere"),
                        odd -> assertThat(odd)
                                .contains("h-odd.jar")
                                .contains("'Odd Name' is not made of small letters"));
        assertThat(catalogue.faults())
                .extracting(Object::toString)
                .satisfiesExactly(
                        future -> assertThat(future)
                                .contains("e-future.jar")
                                .contains("TeleportProvider")
                                .contains("this version"),
                        empty -> assertThat(empty).contains("f-empty.jar").contains("offers nothing"),
                        broken -> assertThat(broken).contains("g-broken.jar").contains("cannot be read as a jar"));
        assertThatThrownBy(() -> configured().choose(MachinesProvider.KIND, "throws"))
                .isInstanceOf(CliError.class)
                .hasMessageContaining("there is no kind of machines 'throws': there are local, ssh, good, last")
                .hasMessageContaining("no licence");
    }

    @Test
    void aNameThatIsBuiltInStaysSoAndOneThatTwoPluginsClaimIsGivenToNeither() throws Exception {
        jar("a.jar", provider("Mine", "ssh", ""), "Mine");
        jar("b.jar", provider("One", "cloud", ""), "One");
        jar("c.jar", provider("Two", "cloud", ""), "Two");
        var catalogue = configured().catalogue();
        assertThat(catalogue.names(MachinesProvider.KIND)).containsExactly("local", "ssh");
        assertThat(catalogue.named(MachinesProvider.KIND, "ssh").source().isBuiltIn())
                .isTrue();
        assertThat(catalogue.faults(MachinesProvider.KIND))
                .extracting(Object::toString)
                .satisfiesExactly(
                        taken -> assertThat(taken)
                                .contains("a.jar")
                                .contains("example.Mine")
                                .contains("is built in"),
                        one -> assertThat(one)
                                .contains("b.jar")
                                .contains("is also in")
                                .contains("c.jar"),
                        two -> assertThat(two)
                                .contains("c.jar")
                                .contains("is also in")
                                .contains("b.jar"));
    }

    @Test
    void aPluginWithItsLibrariesIsAFolderAndItsLibrariesAreItsOwn() throws Exception {
        for (var name : List.of("first", "second")) {
            var simple = name.equals("first") ? "First" : "Second";
            plugin().source(
                            "Helper",
                            "package example; public class Helper { public static String word() { return \"%s\"; } }"
                                    .formatted(name))
                    .make(plugins().resolve(name).resolve("library.jar"));
            plugin().source(
                            "Helper",
                            "package example; public class Helper { public static String word() { return null; } }")
                    .source(simple, provider(simple, name, "").replace("\"about\"", "Helper.word()"))
                    .without("Helper")
                    .service(MACHINES, "example." + simple)
                    .make(plugins().resolve(name).resolve("plugin.jar"));
        }
        var found = configured().catalogue().all(MachinesProvider.KIND).stream()
                .filter(plugin -> !plugin.source().isBuiltIn())
                .map(plugin -> plugin.provider().description());
        assertThat(found).containsExactly("first", "second");
    }

    @Test
    void whatAPluginThrowsLaterIsToldWithItsName() throws Exception {
        jar("cloud.jar", provider("Cloud", "cloud", ""), "Cloud");
        LoadedPlugin<MachinesProvider> plugin = configured().catalogue().named(MachinesProvider.KIND, "cloud");
        assertThatThrownBy(() -> plugin.use("open the machines", _ -> {
                    throw new NoClassDefFoundError("com/example/Sdk");
                }))
                .isInstanceOf(PluginFailure.class)
                .hasMessageContaining("could not open the machines")
                .hasMessageContaining("cloud.jar")
                .hasMessageContaining("example.Cloud")
                .hasMessageContaining("com/example/Sdk");
        assertThatThrownBy(() -> plugin.use("open the machines", _ -> {
                    throw new IllegalArgumentException("for the user");
                }))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theyAreListedWithWhatIsWrong() throws Exception {
        jar("cloud.jar", provider("Cloud", "cloud", ""), "Cloud");
        Files.writeString(plugins().resolve("broken.jar"), "this is no jar");
        var session = new UserSession(folder);
        var table = session.type("plugin", "ls", "--plugins", "plugins");
        assertThat(table.code()).as(table.err()).isZero();
        assertThat(table.out())
                .contains("machines", "cloud", "built in", "embedded", "leap", "cannot be read as a jar");
        var listed = new ArrayList<String>();
        var json = JsonText.MAPPER.readTree(session.type("plugin", "ls", "--plugins", "plugins", "-o", "json")
                .out());
        for (var row : json) {
            listed.add(row.get("kind").asString() + "." + row.get("name").asString() + " "
                    + row.get("state").asString());
            if (row.get("name").asString().equals("cloud"))
                assertThat(row.get("settings").get(0).get("name").asString()).isEqualTo("machines.cloud.region");
        }
        assertThat(listed)
                .contains("machines.cloud ok", "machines.ssh ok", "objects.folder ok", "policy.leap ok", ". error");
        assertThat(session.type("plugin", "ls", "-o", "csv").out())
                .startsWith("KIND,NAME,STATE,FROM,DESCRIPTION,CLASS,SETTINGS");
    }

    @Test
    void aFolderThatIsNotThereIsToldIfItWasNamed() {
        var answer =
                new UserSession(folder).with("TIDEWHEEL_PLUGINS", "nowhere").type("plugin", "ls");
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("--plugins: there is no folder").contains("nowhere");
    }

    @Test
    void whatAServerCannotStandOnIsAMistakeOfWhoeverHasSetIt() {
        var session = new UserSession(folder);
        for (var wrong :
                List.of("--database mysql", "--objects cloud", "--authentication oidc", "--postgres nowhere")) {
            var words = new ArrayList<>(List.of("server", "start", "--port", "0", "--agents", "0"));
            words.addAll(List.of(wrong.split(" ")));
            var answer = session.type(words.toArray(String[]::new));
            assertThat(answer.code()).as(wrong).isEqualTo(2);
            assertThat(answer.err()).contains(wrong.split(" ")[0]);
        }
    }

    @Test
    void everyKindHasItsSectionInTheConfiguration() throws Exception {
        for (var kind : PluginKinds.ALL) {
            assertThat(config(new UserSession(folder))
                            .set(kind.name() + ".any.thing=1")
                            .pluginSettings())
                    .containsExactly(kind.name() + ".any.thing");
        }
    }

    private Path plugins() throws IOException {
        return Files.createDirectories(folder.resolve("plugins"));
    }

    private PluginJars plugin() throws IOException {
        return new PluginJars(Files.createDirectories(folder.resolve("work-" + ++jars)));
    }

    private void jar(String name, String source, String type) throws IOException {
        plugin().source(type, source)
                .service(MACHINES, "example." + type)
                .make(plugins().resolve(name));
    }

    private ConfiguredPlugins configured() {
        return new ConfiguredPlugins(config(new UserSession(folder)), folder);
    }

    private Config config(UserSession session) {
        var nowhere = new ByteArrayOutputStream();
        var config = new Config(session.console(nowhere, nowhere), Optional.empty());
        return Files.isDirectory(folder.resolve("plugins"))
                ? config.flag(ConfigKey.PLUGINS_FOLDER, folder.resolve("plugins"))
                : config;
    }

    private static String provider(String type, String name, String atStart) {
        return """
            package example;

            import io.tidewheel.model.plugins.*;
            import io.tidewheel.model.plugins.PluginSetting.Form;
            import java.util.List;

            public final class %s implements MachinesProvider {
                public %s() { %s }
                public String name() { return "%s"; }
                public String description() { return "about"; }
                public List<PluginSetting> settings() {
                    return List.of(
                            PluginSetting.of("region", Form.TEXT, "where"),
                            PluginSetting.of("image", Form.TEXT, "what machines begin with"),
                            PluginSetting.of("size", Form.WHOLE, "how large").usually("1"),
                            PluginSetting.of("patience", Form.DURATION, "how long").usually("1m"),
                            PluginSetting.of("spot", Form.SWITCH, "cheaper").usually("false"),
                            PluginSetting.of("key", Form.SECRET, "who"));
                }
                public MachinesOpener prepare(PluginSettings settings, MachinesRequest request) {
                    throw new UnsupportedOperationException();
                }
            }
            """.formatted(type, type, atStart, name);
    }
}
