package io.tidewheel.model;

/**
 * What a server says of itself.
 *
 * @param name what it is called among those that share its database
 * @param address where others reach it, as a URL; empty if nobody does
 * @param version its release
 */
public record ServerDescription(String name, String address, String version) {
    /** One that nobody reaches. */
    public static ServerDescription named(String name) {
        return new ServerDescription(name, "", "");
    }
}
