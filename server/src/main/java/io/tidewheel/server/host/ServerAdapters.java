package io.tidewheel.server.host;

import io.tidewheel.model.plugins.DatabaseProvider;
import io.tidewheel.model.plugins.LoadedPlugin;
import io.tidewheel.model.plugins.ObjectsProvider;
import io.tidewheel.model.plugins.PluginCatalogue;
import io.tidewheel.model.plugins.PluginSettings;
import io.tidewheel.server.access.AuthenticationProvider;
import io.tidewheel.server.access.AuthenticationRequest;
import io.tidewheel.server.access.Credentials;
import io.tidewheel.server.access.TokenAuthentication;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;

/**
 * What a server stands on. It names no adapter itself: whoever starts it chooses among the providers there are.
 *
 * @param authentication the ways to authenticate, in the order in which they are asked
 */
public record ServerAdapters(DatabaseOpener database, ObjectsOpener objects, List<CredentialsOpener> authentication) {
    /** Opens a way to authenticate. Throws IllegalArgumentException, with a text for users, if it is set wrong. */
    @FunctionalInterface
    public interface CredentialsOpener {
        Credentials open(AuthenticationRequest request);
    }

    public ServerAdapters {
        authentication = List.copyOf(authentication);
    }

    /** Everything in the data folder. */
    public static ServerAdapters standard() {
        var program = PluginCatalogue.ofProgram();
        var database = program.named(DatabaseProvider.KIND, "embedded");
        var objects = program.named(ObjectsProvider.KIND, "folder");
        var tokens = program.named(AuthenticationProvider.KIND, TokenAuthentication.NAME);
        return new ServerAdapters(
                database(database, usual(database)),
                objects(objects, usual(objects)),
                List.of(authentication(tokens, usual(tokens))));
    }

    /** One that has the database of this provider. */
    public static DatabaseOpener database(LoadedPlugin<DatabaseProvider> plugin, PluginSettings set) {
        return settings -> plugin.use(
                "open the database", each -> each.open(set, settings.data().toString(), Instant.now()));
    }

    /** One that keeps objects with this provider. */
    public static ObjectsOpener objects(LoadedPlugin<ObjectsProvider> plugin, PluginSettings set) {
        return (settings, time) -> plugin.use(
                "open the place for objects",
                each -> each.open(set, settings.data().toString(), time, new SecureRandom()));
    }

    /** One that asks this provider who somebody is. */
    public static CredentialsOpener authentication(LoadedPlugin<AuthenticationProvider> plugin, PluginSettings set) {
        return request -> plugin.use("open the way to authenticate", each -> each.open(set, request));
    }

    private static PluginSettings usual(LoadedPlugin<?> plugin) {
        return PluginSettings.usual(plugin.prefix(), plugin.provider().settings());
    }

    /** The same with another database. */
    public ServerAdapters withDatabase(DatabaseOpener other) {
        return new ServerAdapters(other, objects, authentication);
    }
}
