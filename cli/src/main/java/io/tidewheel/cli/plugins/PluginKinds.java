package io.tidewheel.cli.plugins;

import io.tidewheel.agent.runtime.RuntimeProvider;
import io.tidewheel.autoscaling.elastic.PolicyProvider;
import io.tidewheel.model.plugins.DatabaseProvider;
import io.tidewheel.model.plugins.ExtensionProvider;
import io.tidewheel.model.plugins.MachinesProvider;
import io.tidewheel.model.plugins.NotifierProvider;
import io.tidewheel.model.plugins.ObjectsProvider;
import io.tidewheel.model.plugins.PluginKind;
import io.tidewheel.protocol.links.LinkProvider;
import io.tidewheel.server.access.AuthenticationProvider;
import java.util.List;

/** All kinds of things that plug-ins may offer. Each is declared beside the port that asks for it. */
public final class PluginKinds {
    public static final List<PluginKind<?>> ALL = List.of(
            MachinesProvider.KIND,
            ObjectsProvider.KIND,
            DatabaseProvider.KIND,
            PolicyProvider.KIND,
            RuntimeProvider.KIND,
            AuthenticationProvider.KIND,
            LinkProvider.KIND,
            NotifierProvider.KIND,
            ExtensionProvider.KIND);

    private PluginKinds() {}
}
