package io.tidewheel.agent.runtime;

/** Names of the signals that end processes, as people know them. */
final class SignalNames {
    private SignalNames() {}

    static String name(int number) {
        return switch (number) {
            case 1 -> "1 (SIGHUP)";
            case 2 -> "2 (SIGINT)";
            case 3 -> "3 (SIGQUIT)";
            case 4 -> "4 (SIGILL: the program has an instruction this processor does not know)";
            case 6 -> "6 (SIGABRT)";
            case 7 -> "7 (SIGBUS)";
            case 8 -> "8 (SIGFPE)";
            case 9 -> "9 (SIGKILL)";
            case 11 -> "11 (SIGSEGV)";
            case 13 -> "13 (SIGPIPE)";
            case 14 -> "14 (SIGALRM)";
            case 15 -> "15 (SIGTERM)";
            case 24 -> "24 (SIGXCPU)";
            case 25 -> "25 (SIGXFSZ: a file grew beyond the limit)";
            case 31 -> "31 (SIGSYS)";
            default -> Integer.toString(number);
        };
    }
}
