package io.tidewheel.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcessBuilderLauncherTest extends ProcessLauncherContract {

    private static final ProcessLaunchers LAUNCHERS = ProcessLaunchers.portable(System::nanoTime);

    @Override
    ProcessLaunchers launchers() {
        return LAUNCHERS;
    }

    @Override
    int manyStarts() {
        return 200;
    }

    @Test
    void itSaysWhyItWasChosen() {
        assertThat(LAUNCHERS.reason()).contains("ProcessBuilder").contains("asked for");
        assertThat(launcher).isInstanceOf(ProcessBuilderLauncher.class);
    }
}
