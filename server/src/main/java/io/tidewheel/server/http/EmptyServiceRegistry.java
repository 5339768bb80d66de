package io.tidewheel.server.http;

import io.helidon.common.types.TypeName;
import io.helidon.service.registry.Lookup;
import io.helidon.service.registry.RegistryMetrics;
import io.helidon.service.registry.ServiceInfo;
import io.helidon.service.registry.ServiceInstance;
import io.helidon.service.registry.ServiceRegistry;
import io.helidon.service.registry.ServiceRegistryException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A registry in which nothing is registered: we hand Helidon what it needs, and searching the class path costs time at every start. */
@SuppressWarnings("TypeParameterUnusedInFormals") // Helidon's signatures
final class EmptyServiceRegistry implements ServiceRegistry {
    @Override
    public <T> T get(TypeName contract) {
        throw new ServiceRegistryException("there is no service " + contract);
    }

    @Override
    public <T> T get(Lookup lookup) {
        throw new ServiceRegistryException("there is no service " + lookup);
    }

    @Override
    public <T> Optional<T> get(ServiceInfo service) {
        return Optional.empty();
    }

    @Override
    public <T> Optional<T> first(TypeName contract) {
        return Optional.empty();
    }

    @Override
    public <T> Optional<T> first(Lookup lookup) {
        return Optional.empty();
    }

    @Override
    public <T> List<T> all(TypeName contract) {
        return List.of();
    }

    @Override
    public <T> List<T> all(Lookup lookup) {
        return List.of();
    }

    @Override
    public <T> Supplier<T> supply(TypeName contract) {
        return () -> get(contract);
    }

    @Override
    public <T> Supplier<T> supply(Lookup lookup) {
        return () -> get(lookup);
    }

    @Override
    public <T> Supplier<Optional<T>> supplyFirst(TypeName contract) {
        return Optional::empty;
    }

    @Override
    public <T> Supplier<Optional<T>> supplyFirst(Lookup lookup) {
        return Optional::empty;
    }

    @Override
    public <T> Supplier<List<T>> supplyAll(TypeName contract) {
        return List::of;
    }

    @Override
    public <T> Supplier<List<T>> supplyAll(Lookup lookup) {
        return List::of;
    }

    @Override
    public List<ServiceInfo> allServices(TypeName contract) {
        return List.of();
    }

    @Override
    public List<ServiceInfo> lookupServices(Lookup lookup) {
        return List.of();
    }

    @Override
    public <T> List<ServiceInstance<T>> lookupInstances(Lookup lookup) {
        return List.of();
    }

    @Override
    public RegistryMetrics metrics() {
        throw new UnsupportedOperationException("nothing is counted here");
    }
}
