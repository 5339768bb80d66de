package io.tidewheel.server.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.Capabilities;
import io.tidewheel.model.MachineFailure;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Machines;
import io.tidewheel.model.Setup;
import io.tidewheel.model.extensions.ExtensionFailure;
import io.tidewheel.model.extensions.ExtensionSpec;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.model.extensions.SteepExtension;
import io.tidewheel.protocol.extensions.LoadedExtensions;
import io.tidewheel.protocol.extensions.LoadedExtensions.LoadedExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class AdaptedMachinesTest {
    private static final Setup SETUP = Setup.of("gpu", Capabilities.of("gpu"), 3);
    private static final MachineId ID = new MachineId("gpu-1");

    private final List<Setup> seen = new ArrayList<>();

    /** Notes what it is asked to make. */
    private final class NotedMachines implements Machines {
        @Override
        public CompletableFuture<Made> create(MachineId id, Setup setup, String tag) {
            seen.add(setup);
            return CompletableFuture.completedFuture(new Made(id.name(), Optional.empty()));
        }

        @Override
        public CompletableFuture<Void> provision(MachineId id, Setup setup, Made made) {
            seen.add(setup);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<Void> destroy(MachineId id) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletableFuture<List<Found>> list(String tag) {
            return CompletableFuture.completedFuture(List.of());
        }

        @Override
        public String description() {
            return "noted";
        }

        @Override
        public void close() {}
    }

    private static LoadedExtension adapter(String name, SteepExtension extension, String... dependsOn) {
        return new LoadedExtension(
                new ExtensionSpec(
                        name,
                        ExtensionType.SETUP_ADAPTER,
                        "",
                        "",
                        Set.of(),
                        List.of(dependsOn),
                        List.of(),
                        Duration.ofSeconds(30)),
                extension);
    }

    private Machines machines(LoadedExtension... adapters) {
        return AdaptedMachines.of(new NotedMachines(), new LoadedExtensions(List.of(adapters)));
    }

    private static String flavor(Map<String, ?> arguments) {
        return String.valueOf(((Map<?, ?>) arguments.get("setup")).get("flavor"));
    }

    @Test
    void eachAdapterGetsWhatTheOneBeforeHasAnswered() {
        var machines = machines(
                adapter("second", arguments -> Map.of("flavor", flavor(arguments) + "b"), "first"),
                adapter("first", arguments -> Map.of("flavor", flavor(arguments) + "a", "imageName", "debian")));
        machines.create(ID, SETUP, "tag").join();
        machines.provision(ID, SETUP, new Machines.Made("x", Optional.empty())).join();
        assertThat(seen).hasSize(2).allSatisfy(setup -> {
            assertThat(setup.flavor()).isEqualTo("ab");
            assertThat(setup.imageName()).isEqualTo("debian");
            assertThat(setup.id()).isEqualTo("gpu");
            assertThat(setup.providedCapabilities()).isEqualTo(SETUP.providedCapabilities());
            assertThat(setup.billing()).isEqualTo(SETUP.billing());
        });
    }

    private void assertFails(SteepExtension extension, String text) {
        assertThatThrownBy(() -> machines(adapter("bad", extension))
                        .create(ID, SETUP, "tag")
                        .join())
                .cause()
                .isInstanceOf(MachineFailure.class)
                .hasMessageContaining("bad")
                .hasMessageContaining(text);
    }

    @Test
    void oneThatFailsOrAnswersNonsenseFailsTheMachineAndNothingElse() {
        assertFails(
                _ -> {
                    throw new ExtensionFailure("plug-in bad: no quota");
                },
                "no quota");
        assertFails(
                _ -> {
                    throw new IllegalStateException("a bug");
                },
                "threw java.lang.IllegalStateException: a bug");
        assertFails(_ -> "a text", "no setup: result");
        assertFails(_ -> Map.of("flavor", 3L), "result.flavor is no text");
        assertFails(_ -> Map.of("provisioningScripts", List.of("a", 1L)), "result.provisioningScripts[1]");
        assertFails(_ -> Map.of("id", "other"), "result.id is another one");
        assertThat(seen).isEmpty();
    }

    @Test
    void withoutAdaptersNothingStandsBetween() {
        assertThat(machines()).isInstanceOf(NotedMachines.class);
    }
}
