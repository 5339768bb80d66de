package io.tidewheel.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.RunId;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.Store;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.storage.memory.MemoryDatabase;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Thousands of agents come to a server at once, as when another one has ended. */
class ManyJoinsTest {
    private static final int AGENTS = 1_200;

    private final List<Integer> asked = new ArrayList<>();
    private final MemoryDatabase database = MemoryDatabase.emptyShared();

    /** Notes of how many sessions the leases were asked for at a time. */
    private Store noting() {
        return (Store) Proxy.newProxyInstance(
                Store.class.getClassLoader(), new Class<?>[] {Store.class}, (_, method, arguments) -> {
                    if (method.getName().equals("leasesOf")) asked.add(((Collection<?>) arguments[0]).size());
                    try {
                        return method.invoke(database.store(), arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    @Test
    void theirLeasesAreReadInFewStepsAndNotOfAllInOneTurn() {
        var engine = new Engine(
                "one",
                noting(),
                new VirtualTime(EngineStory.NOON),
                new SplittableRandom(1),
                EngineSettings.DEFAULT,
                new Silent(),
                () -> {});
        for (int i = 1; i <= AGENTS; i++) {
            var info = new AgentDescription(
                    new SessionId(i), "agent " + i, "host", Capabilities.NONE, Amounts.UNLIMITED, 1, 1, false);
            var _ = engine.join(info, List.of());
        }
        boolean more = true;
        while (more) {
            int before = asked.size();
            more = engine.runOnce();
            assertThat(asked.size() - before).as("steps in a turn").isLessThanOrEqualTo(1);
        }
        assertThat(asked).hasSize(3).allMatch(sessions -> sessions <= 500);
        assertThat(asked.stream().mapToInt(Integer::intValue).sum()).isEqualTo(AGENTS);
        var present = engine.agents();
        engine.runOnce();
        assertThat(present.join()).hasSize(AGENTS);
    }

    private static final class Silent implements EngineListener {
        @Override
        public void order(SessionId agent, AgentOrder order) {}

        @Override
        public void disconnect(SessionId agent, String why) {}

        @Override
        public void ended(RunId run, List<EndedChain> chains) {}

        @Override
        public void changed(RunStatus run) {}
    }
}
