package io.tidewheel.testing;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Lets tests wait for what they expect as long as it may take on a machine that is very busy. A test that fails does so because the wrong
 * thing happened or nothing ever did, not because it happened late. JUnit finds this class by itself.
 */
public final class PatientWaiting implements LauncherSessionListener {
    /** Shorter than the limit of a whole test, so that it is told what was waited for. */
    public static final Duration LONGEST = Duration.ofMinutes(4);

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(LONGEST);
    }
}
