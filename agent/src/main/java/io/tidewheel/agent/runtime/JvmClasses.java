package io.tidewheel.agent.runtime;

import io.tidewheel.agent.JvmTask;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The classes that may be called inside the agent. Only names on the list are ever looked up: a task cannot load anything else. */
final class JvmClasses {
    private final Set<String> allowed;
    private final ClassLoader loader;
    private final Map<String, MethodHandle> constructors = new ConcurrentHashMap<>();

    JvmClasses(Set<String> allowed, ClassLoader loader) {
        this.allowed = Set.copyOf(allowed);
        this.loader = loader;
    }

    /** A new object of the class. The exception is about the name; what the constructor throws is passed on as it is. */
    JvmTask make(String name) throws NotCallable, Throwable {
        var constructor = constructors.get(name);
        if (constructor == null) {
            constructor = find(name);
            constructors.put(name, constructor);
        }
        return (JvmTask) constructor.invokeExact();
    }

    private MethodHandle find(String name) throws NotCallable {
        if (!allowed.contains(name)) {
            throw new NotCallable(
                    "the class '" + name + "' is not on this agent's list of jvm classes; its owner can add it");
        }
        try {
            var type = Class.forName(name, false, loader);
            if (!JvmTask.class.isAssignableFrom(type)) {
                throw new NotCallable("the class '" + name + "' does not implement " + JvmTask.class.getName());
            }
            return MethodHandles.publicLookup()
                    .findConstructor(type, MethodType.methodType(void.class))
                    .asType(MethodType.methodType(JvmTask.class));
        } catch (ClassNotFoundException | LinkageError missing) {
            throw new NotCallable("the class '" + name
                    + "' is on the list, but cannot be loaded from the agent's plug-ins: " + missing);
        } catch (ReflectiveOperationException hidden) {
            throw new NotCallable(
                    "the class '" + name + "' needs to be public, with a public constructor without parameters");
        }
    }

    /** A class cannot be called here, and why. */
    static final class NotCallable extends Exception {
        private static final long serialVersionUID = 1L;

        NotCallable(String message) {
            super(message);
        }
    }
}
