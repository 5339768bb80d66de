package io.tidewheel.cli.log;

import io.tidewheel.cli.errors.CliError;
import io.tidewheel.cli.text.SafeText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** One line per message: when, how bad, what. */
public final class LineLogger extends LegacyAbstractLogger {
    private static final long serialVersionUID = 1L;
    private static final Map<String, Logger> LOGGERS = new ConcurrentHashMap<>();

    private static volatile Level threshold = Level.WARN;

    private LineLogger(String name) {
        this.name = name;
    }

    static Logger of(String name) {
        return LOGGERS.computeIfAbsent(name, LineLogger::new);
    }

    /** Messages less grave than this are not printed, whoever logs. */
    public static void show(Level atLeast) {
        threshold = atLeast;
    }

    /** The same, with the level as users write it. */
    public static void show(String word) {
        for (var level : Level.values()) {
            if (!level.name().equalsIgnoreCase(word)) continue;
            show(level);
            return;
        }
        throw CliError.usage("--log: '%s' is not a level".formatted(word), "choose error, warn, info, debug or trace");
    }

    private static boolean isShown(Level level) {
        return level.toInt() >= threshold.toInt();
    }

    @Override
    public boolean isTraceEnabled() {
        return isShown(Level.TRACE);
    }

    @Override
    public boolean isDebugEnabled() {
        return isShown(Level.DEBUG);
    }

    @Override
    public boolean isInfoEnabled() {
        return isShown(Level.INFO);
    }

    @Override
    public boolean isWarnEnabled() {
        return isShown(Level.WARN);
    }

    @Override
    public boolean isErrorEnabled() {
        return isShown(Level.ERROR);
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
        return null;
    }

    @Override
    protected void handleNormalizedLoggingCall(
            Level level,
            @Nullable Marker marker,
            String pattern,
            Object @Nullable [] arguments,
            @Nullable Throwable thrown) {
        var message = MessageFormatter.basicArrayFormat(pattern, arguments);
        var when = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        System.err.println(when + " " + level + " " + SafeText.line(String.valueOf(message)));
        if (thrown != null && (level == Level.ERROR || isShown(Level.DEBUG))) thrown.printStackTrace();
    }
}
