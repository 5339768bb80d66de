package io.tidewheel.model.plugins;

import io.tidewheel.model.Notifier;
import io.tidewheel.model.Time;

/** Offers a way to tell people outside what happens. The file of {@code --notify} chooses it, once for each target. */
public interface NotifierProvider extends PluginProvider {
    PluginKind<NotifierProvider> KIND = new PluginKind<>("notifier", "notifier", "--notify", NotifierProvider.class);

    /**
     * Opens it for one target; tells nobody anything yet. Throws IllegalArgumentException, with a text for users, if its settings cannot be.
     */
    Notifier open(PluginSettings settings, Time time);
}
