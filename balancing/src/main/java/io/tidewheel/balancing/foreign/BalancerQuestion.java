package io.tidewheel.balancing.foreign;

import io.tidewheel.balancing.ShareAnswer;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** One instruction to a foreign balancer: the line to send, and how to read what comes back. */
public sealed interface BalancerQuestion {
    /** The question as one line, without the line break. */
    String line();

    /** How many lines follow a first line that says all is well. */
    int furtherLines();

    /** The number that begins a refusal. */
    int instruction();

    record Report(int partition, long count, long ageSeconds) implements BalancerQuestion {
        @Override
        public String line() {
            return "1 %d %d %d".formatted(partition, count, ageSeconds);
        }

        @Override
        public int furtherLines() {
            return 2;
        }

        @Override
        public int instruction() {
            return 1;
        }
    }

    record Start(int partition, long ageSeconds) implements BalancerQuestion {
        @Override
        public String line() {
            return "2 %d %d".formatted(partition, ageSeconds);
        }

        @Override
        public int furtherLines() {
            return 2;
        }

        @Override
        public int instruction() {
            return 2;
        }
    }

    record Finish(int partition, long count, long ageSeconds) implements BalancerQuestion {
        @Override
        public String line() {
            return "3 %d %d %d".formatted(partition, count, ageSeconds);
        }

        @Override
        public int furtherLines() {
            return 0;
        }

        @Override
        public int instruction() {
            return 3;
        }
    }

    /** Whether the first line says that all is well, so that {@link #furtherLines} follow. */
    static boolean isWell(String firstLine) {
        return firstLine.strip().equals("0");
    }

    /** Reads the whole answer, first line included. Throws BalancerFailure if it is none. */
    default ShareAnswer read(List<String> lines) {
        var first = lines.getFirst().strip();
        if (!isWell(first)) return refusal(first);
        if (furtherLines() == 0) return new ShareAnswer.Noted();
        long assigned = Fields.number(line(), lines.get(1), "Assigned:");
        long estimate = Fields.number(line(), lines.get(2), "ETA:");
        return new ShareAnswer.Share(
                assigned, Duration.ofSeconds(Math.min(estimate, 1_000_000_000_000L)), "the foreign balancer said so");
    }

    private ShareAnswer refusal(String first) {
        var found = Fields.REFUSAL.matcher(first);
        if (!found.matches() || Integer.parseInt(found.group(1)) != instruction()) {
            throw Fields.strange(line(), first, "0 or '%d CODE'".formatted(instruction()));
        }
        return new ShareAnswer.Refused(Integer.parseInt(found.group(2)), "the foreign balancer refused it");
    }

    /** How the lines of an answer are written. */
    final class Fields {
        private static final Pattern REFUSAL = Pattern.compile("(-?\\d{1,3}) (-?\\d{1,3})");
        private static final Pattern FIELD = Pattern.compile("\\s*([A-Za-z]+:)\\s*(\\d{1,19})\\s*");

        private Fields() {}

        private static long number(String asked, String line, String name) {
            var found = FIELD.matcher(line);
            if (found.matches() && found.group(1).equals(name)) {
                try {
                    return Long.parseLong(found.group(2));
                } catch (NumberFormatException tooLarge) {
                    throw strange(asked, line, "a number below 2^63");
                }
            }
            throw strange(asked, line, "'%s' and a number".formatted(name));
        }

        private static BalancerFailure strange(String asked, String said, String wanted) {
            var shown = said.length() > 60 ? said.substring(0, 60) + "..." : said;
            return new BalancerFailure(
                    "the foreign balancer answered '%s' to '%s', instead of %s".formatted(shown, asked, wanted));
        }
    }
}
