package io.tidewheel.model.plugins;

import java.util.List;

/**
 * One thing that a plug-in offers, of one kind, under a name by which users choose it. What is built in is offered in the same way. A
 * provider is found by {@link java.util.ServiceLoader}: it has a public constructor without parameters that does nothing, and none of the
 * three methods here takes long or looks anywhere.
 */
public interface PluginProvider {
    /** Small letters, digits and {@code -}, beginning with a letter; no other provider of its kind has the same. */
    String name();

    /** One line for lists. */
    String description();

    /** The settings that it understands. It is told nothing else. */
    default List<PluginSetting> settings() {
        return List.of();
    }
}
