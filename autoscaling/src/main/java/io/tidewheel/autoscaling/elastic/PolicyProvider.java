package io.tidewheel.autoscaling.elastic;

import io.tidewheel.model.plugins.PluginKind;
import io.tidewheel.model.plugins.PluginProvider;
import io.tidewheel.model.plugins.PluginSettings;

/** Offers a policy for the machines of owners with a budget. Users choose it with {@code --policy NAME} or {@code NAME:PARAMETERS}. */
public interface PolicyProvider extends PluginProvider {
    PluginKind<PolicyProvider> KIND = new PluginKind<>("policy", "policy", "--policy", PolicyProvider.class);

    /**
     * Makes the policy. Throws IllegalArgumentException, with a text for users, if the parameters cannot be.
     *
     * @param parameters what follows its name and a colon; empty if nothing does
     */
    OwnerPolicy policy(PluginSettings settings, String parameters);
}
