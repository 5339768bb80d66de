package io.tidewheel.autoscaling.elastic;

import io.tidewheel.model.plugins.LoadedPlugin;
import io.tidewheel.model.plugins.PluginCatalogue;
import io.tidewheel.model.plugins.PluginFault;
import io.tidewheel.model.plugins.PluginSettings;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The policies by their names, with parameters after a colon: those that are built in, and those of plug-ins. */
public final class PolicyCatalogue {
    private static final PolicyCatalogue STANDARD = new PolicyCatalogue(
            PluginCatalogue.ofProgram(),
            plugin -> PluginSettings.usual(plugin.prefix(), plugin.provider().settings()));

    private final PluginCatalogue plugins;
    private final Function<LoadedPlugin<PolicyProvider>, PluginSettings> settings;

    /** @param settings what a policy is set to */
    public PolicyCatalogue(PluginCatalogue plugins, Function<LoadedPlugin<PolicyProvider>, PluginSettings> settings) {
        this.plugins = plugins;
        this.settings = settings;
    }

    /** The policies that are built in. */
    public static PolicyCatalogue standard() {
        return STANDARD;
    }

    /** The names of those that are built in. */
    public static List<String> names() {
        return STANDARD.plugins.names(PolicyProvider.KIND);
    }

    /** Reads the name of a policy that is built in. Throws IllegalArgumentException, with a text for users, if it is none. */
    public static OwnerPolicy parse(String text) {
        return STANDARD.policy(text);
    }

    /** Reads the name of a policy. Throws IllegalArgumentException, with a text for users, if it is none. */
    public OwnerPolicy policy(String text) {
        int colon = text.indexOf(':');
        var name = (colon < 0 ? text : text.substring(0, colon)).strip();
        var known = plugins.find(PolicyProvider.KIND, name).orElseThrow(() -> unknown(name));
        try {
            var parameters = colon < 0 ? "" : text.substring(colon + 1).strip();
            var policy = known.use("make the policy " + name, each -> each.policy(settings.apply(known), parameters));
            return known.source().isBuiltIn()
                    ? policy
                    : new GuardedPolicy(
                            policy,
                            "%s of plug-in %s".formatted(name, known.source().name()));
        } catch (NumberFormatException _) {
            throw new IllegalArgumentException(
                    "'%s' is not a parameter of the policy %s".formatted(text.substring(colon + 1), name));
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    "the policy '%s' cannot be: %s".formatted(text, wrong.getMessage()), wrong);
        }
    }

    private IllegalArgumentException unknown(String name) {
        var text = "'%s' is not a policy: use one of %s"
                .formatted(name, String.join(", ", plugins.names(PolicyProvider.KIND)));
        var broken = plugins.faults(PolicyProvider.KIND);
        if (broken.isEmpty()) return new IllegalArgumentException(text);
        var why = broken.stream().map(PluginFault::toString).collect(Collectors.joining("; "));
        return new IllegalArgumentException("%s; what may have been meant cannot be used: %s".formatted(text, why));
    }
}
