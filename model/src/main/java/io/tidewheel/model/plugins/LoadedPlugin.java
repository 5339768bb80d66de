package io.tidewheel.model.plugins;

import io.tidewheel.model.MachineFailure;
import io.tidewheel.model.ObjectFailure;
import io.tidewheel.model.StoreFailure;
import java.util.function.Function;

/** A provider that was found, and where. */
public record LoadedPlugin<P extends PluginProvider>(PluginKind<P> kind, P provider, PluginSource source) {
    /**
     * Has the provider do something. What ports and providers may throw is passed on: failures of the ports, and IllegalArgumentException with
     * a text for users. Whatever else a plug-in throws becomes {@link PluginFailure}, which says whose fault it is. Libraries of the plug-in
     * that look for classes by way of the thread find those of the plug-in.
     *
     * @param doing what it is to do, as in "open the database"
     */
    public <R> R use(String doing, Function<P, R> step) {
        var thread = Thread.currentThread();
        var loader = thread.getContextClassLoader();
        if (!source.isBuiltIn()) thread.setContextClassLoader(source.loader());
        try {
            return step.apply(provider);
        } catch (MachineFailure | StoreFailure | ObjectFailure | IllegalArgumentException told) {
            throw told;
        } catch (RuntimeException | LinkageError broken) {
            if (source.isBuiltIn()) throw broken;
            throw new PluginFailure(
                    "could not %s: plug-in %s, class %s threw %s; ask whoever made it, or take it out of the folder"
                            .formatted(doing, source.name(), provider.getClass().getName(), broken),
                    broken);
        } finally {
            thread.setContextClassLoader(loader);
        }
    }

    /** How the names of its settings begin. */
    public String prefix() {
        return kind.prefix(provider);
    }
}
