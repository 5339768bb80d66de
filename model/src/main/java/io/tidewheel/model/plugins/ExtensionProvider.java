package io.tidewheel.model.plugins;

import io.tidewheel.model.extensions.ExtensionSpec;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.model.extensions.SteepExtension;
import java.util.List;
import java.util.Set;

/** Offers one of Steep's extension points as a class. It is used wherever it is found: nobody has to choose it. */
public interface ExtensionProvider extends PluginProvider {
    PluginKind<ExtensionProvider> KIND =
            new PluginKind<>("extension", "extension", "--extensions", ExtensionProvider.class);

    ExtensionType type();

    /** For adapters of inputs and outputs, which values they are asked about; for runtimes, what services call them. */
    default String dataType() {
        return "";
    }

    /** For estimators, the services whose output they understand. */
    default Set<String> serviceIds() {
        return Set.of();
    }

    /** The names of the extensions of the same type that are asked before this one. */
    default List<String> dependsOn() {
        return List.of();
    }

    /** Opens it for one life of a program. Throws IllegalArgumentException, with a text for users, if its settings cannot be. */
    SteepExtension open(PluginSettings settings);

    /** What is known of it. */
    default ExtensionSpec spec() {
        return new ExtensionSpec(
                name(), type(), "", dataType(), serviceIds(), dependsOn(), List.of(), type().usualLimit());
    }
}
