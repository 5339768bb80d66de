package io.tidewheel.protocol.extensions;

import io.tidewheel.model.extensions.ExtensionFailure;
import io.tidewheel.model.extensions.ExtensionSpec;
import io.tidewheel.model.extensions.ExtensionType;
import io.tidewheel.model.extensions.SteepExtension;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The extensions of a program, in the order in which they are asked. */
public final class LoadedExtensions implements AutoCloseable {
    public static final LoadedExtensions NONE = new LoadedExtensions(List.of());

    private final List<LoadedExtension> all;

    /** One that can be asked, and what is known of it. */
    public record LoadedExtension(ExtensionSpec spec, SteepExtension extension) {
        /** Asks it. Whatever it throws by mistake is a failure that names it. */
        public @Nullable Object ask(Map<String, ?> arguments) throws ExtensionFailure {
            return ask(arguments, _ -> {});
        }

        /** The same where somebody takes the lines that it prints. */
        public @Nullable Object ask(Map<String, ?> arguments, Consumer<String> lines) throws ExtensionFailure {
            try {
                return extension.answer(arguments, lines);
            } catch (RuntimeException | LinkageError mistake) {
                throw new ExtensionFailure("plug-in %s threw %s".formatted(spec.name(), mistake));
            }
        }
    }

    /** Throws IllegalArgumentException, with a text for users, if one depends on what is not there. */
    public LoadedExtensions(List<LoadedExtension> all) {
        var ordered = new ArrayList<LoadedExtension>();
        for (var spec :
                ExtensionSpec.ordered(all.stream().map(LoadedExtension::spec).toList()))
            all.stream().filter(each -> each.spec().equals(spec)).findFirst().ifPresent(ordered::add);
        this.all = List.copyOf(ordered);
    }

    public List<ExtensionSpec> specs() {
        return all.stream().map(LoadedExtension::spec).toList();
    }

    public List<LoadedExtension> of(ExtensionType type) {
        return all.stream().filter(each -> each.spec().type() == type).toList();
    }

    public Optional<LoadedExtension> named(ExtensionType type, String name) {
        return of(type).stream().filter(each -> each.spec().name().equals(name)).findFirst();
    }

    /** Calls what is to be called once when a program starts, one after the other. */
    public void initialise() throws ExtensionFailure {
        for (var each : of(ExtensionType.INITIALIZER)) {
            var _ = each.ask(Map.of());
        }
    }

    @Override
    public void close() {
        all.forEach(each -> each.extension().close());
    }
}
