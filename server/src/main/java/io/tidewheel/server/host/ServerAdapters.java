package io.tidewheel.server.host;

import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.plugins.DatabaseProvider;
import io.tidewheel.model.plugins.LoadedPlugin;
import io.tidewheel.model.plugins.ObjectsProvider;
import io.tidewheel.model.plugins.PluginCatalogue;
import io.tidewheel.model.plugins.PluginSettings;
import io.tidewheel.protocol.extensions.LoadedExtensions;
import io.tidewheel.server.access.AuthenticationProvider;
import io.tidewheel.server.access.AuthenticationRequest;
import io.tidewheel.server.access.Credentials;
import io.tidewheel.server.access.TokenAuthentication;
import io.tidewheel.server.notices.NoticeTarget;
import io.tidewheel.storage.objects.SizedObjectStore;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;

/**
 * What a server stands on. It names no adapter itself: whoever starts it chooses among the providers there are.
 *
 * @param authentication the ways to authenticate, in the order in which they are asked
 * @param notices whom the server tells what happens
 * @param extensions asked about the chains of workflows; whoever started them ends them
 */
public record ServerAdapters(
        DatabaseOpener database,
        ObjectsOpener objects,
        List<CredentialsOpener> authentication,
        List<NoticeTarget> notices,
        LoadedExtensions extensions) {
    /** Up to this size an object is kept in the database, wherever the others are. */
    private static final int SMALL_OBJECT_BYTES = 64 << 10;

    /** Opens a way to authenticate. Throws IllegalArgumentException, with a text for users, if it is set wrong. */
    @FunctionalInterface
    public interface CredentialsOpener {
        Credentials open(AuthenticationRequest request);
    }

    /** For a server that tells nobody. */
    public ServerAdapters(DatabaseOpener database, ObjectsOpener objects, List<CredentialsOpener> authentication) {
        this(database, objects, authentication, List.of(), LoadedExtensions.NONE);
    }

    public ServerAdapters {
        authentication = List.copyOf(authentication);
        notices = List.copyOf(notices);
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
        return (settings, database, time) -> plugin.use(
                "open the place for objects",
                each -> each.open(set, settings.data().toString(), database, time, new SecureRandom()));
    }

    /** One that asks this provider who somebody is. */
    public static CredentialsOpener authentication(LoadedPlugin<AuthenticationProvider> plugin, PluginSettings set) {
        return request -> plugin.use("open the way to authenticate", each -> each.open(set, request));
    }

    /** Small objects in the database, large ones where they were told to be. */
    public static ObjectStore bySize(ObjectStore small, ObjectStore large) {
        return large.equals(small) ? small : new SizedObjectStore(small, large, SMALL_OBJECT_BYTES);
    }

    private static PluginSettings usual(LoadedPlugin<?> plugin) {
        return PluginSettings.usual(plugin.prefix(), plugin.provider().settings());
    }

    /** The same with another database. */
    public ServerAdapters withDatabase(DatabaseOpener other) {
        return new ServerAdapters(other, objects, authentication, notices, extensions);
    }

    /** The same, but these are told what happens. */
    public ServerAdapters withNotices(List<NoticeTarget> targets) {
        return new ServerAdapters(database, objects, authentication, targets, extensions);
    }

    /** The same with plug-ins of workflows. */
    public ServerAdapters withExtensions(LoadedExtensions others) {
        return new ServerAdapters(database, objects, authentication, notices, others);
    }
}
