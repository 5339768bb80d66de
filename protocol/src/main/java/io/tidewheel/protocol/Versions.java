package io.tidewheel.protocol;

/** Which versions understand each other. */
public final class Versions {
    /** The version spoken by this release. */
    public static final int PROTOCOL = 1;

    /** The oldest version still understood. */
    public static final int OLDEST = 1;

    /** Both ends of an agent's connection remember so many lanes after each message; the one told first is forgotten first. */
    public static final int LANES_REMEMBERED = 1_024;

    private Versions() {}

    /** The release of this software. */
    public static String software() {
        var version = Versions.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
