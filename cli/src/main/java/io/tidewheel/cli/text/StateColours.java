package io.tidewheel.cli.text;

/** The colours of states. */
public final class StateColours {
    private static final String OFF = "\u001b[0m";

    private StateColours() {}

    /** The same text, coloured if it is a state. */
    public static String colored(String text) {
        var color = switch (text) {
            case "SUCCEEDED", "idle" -> "\u001b[32m";
            case "FAILED", "disconnected" -> "\u001b[31m";
            case "CANCELLED", "CANCELLING", "HELD", "draining", "aside" -> "\u001b[33m";
            case "RUNNING", "busy" -> "\u001b[36m";
            default -> "";
        };
        return color.isEmpty() ? text : color + text + OFF;
    }
}
