package io.tidewheel.trials;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.targetOwner;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeModel;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.reflect.AccessFlag;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The shape of the code: which folder may know which, and what the deciding folders must not touch. */
class ArchitectureTest {
    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.tidewheel");

    /** Folder: the folders it may know. Whoever changes a line here changes the design, and ARCHITECTURE.md with it. */
    private static final String MAY_KNOW_TEXT = """
        model:
        workflow:   model
        scheduling: model
        autoscaling: model
        balancing:  model
        protocol:   model
        controllers: model workflow balancing protocol
        engine:     model scheduling autoscaling controllers
        storage:    model
        cloud:      model
        agent:      model protocol
        client:     model protocol
        web:
        server:     model workflow scheduling autoscaling balancing controllers engine protocol storage web
        simulation: model workflow scheduling autoscaling controllers engine storage
        cli:        model workflow scheduling autoscaling balancing controllers engine protocol storage cloud agent client web server simulation
        testing:
        experiments: model workflow scheduling autoscaling balancing controllers engine protocol storage simulation cli
        bench:      model workflow scheduling balancing protocol client cli experiments testing
        trials:     model workflow scheduling autoscaling balancing controllers engine protocol storage cloud agent client web server simulation cli experiments bench testing
        """;

    private static final Map<String, Set<String>> MAY_KNOW = mayKnow(MAY_KNOW_TEXT);

    /** Folders that decide: everything they need comes in as a value. */
    private static final List<String> PURE =
            List.of("model", "workflow", "scheduling", "balancing", "autoscaling", "controllers");

    /**
     * The exceptions: workflow reads YAML with a library, and XML with a part of the JDK that is named otherwise; what controllers make and keep
     * are messages.
     */
    private static final Map<String, List<String>> LIBRARIES = Map.of(
            "workflow", List.of("org.snakeyaml.engine.v2..", "javax.xml.stream"),
            "controllers", List.of("com.google.protobuf.."));

    /** Research and tests. What users get, cli with all that it stands on, knows none of them. */
    private static final Set<String> NOT_IN_THE_PRODUCT = Set.of("experiments", "bench", "testing", "trials");

    /** What of the JDK opens connections. */
    private static final Set<String> CONNECTING = Set.of(
            "java.net.Socket",
            "java.net.URL",
            "java.net.http.HttpClient",
            "java.nio.channels.SocketChannel",
            "java.nio.channels.AsynchronousSocketChannel",
            "javax.net.ssl.SSLSocketFactory");

    /** Folders that run under virtual time as well as under real time. */
    private static final List<String> TIMELESS =
            List.of("model", "workflow", "scheduling", "balancing", "autoscaling", "controllers", "engine");

    /** The classes that users implement stay in the package that their jars name, though what calls them lies deeper. */
    private static final Set<String> NAMED_BY_USERS =
            Set.of("io.tidewheel.agent.JvmTask", "io.tidewheel.agent.JvmContext");

    /** Package of the server: the packages of the server that it may know. The table in ARCHITECTURE.md says the same. */
    private static final Map<String, Set<String>> SERVER_MAY_KNOW = mayKnow("""
        access:
        http:      access
        objects:   access
        balancer:
        notices:
        sites:     objects
        workflows: objects
        endpoints: access http objects balancer notices sites workflows
        host:      access http objects balancer notices sites workflows endpoints
        """);

    /** Where a protocol comes in; these do not know each other. */
    private static final List<String> ENDPOINTS = List.of("rest", "steep", "tascaas", "agents", "clients");

    static Stream<String> everyFolder() {
        return MAY_KNOW.keySet().stream();
    }

    static Stream<String> pureFolders() {
        return PURE.stream();
    }

    static Stream<String> timelessFolders() {
        return TIMELESS.stream();
    }

    @Test
    void everyFolderHasItsPlaceInTheMap() {
        var folders = new TreeSet<String>();
        for (var type : CODE) {
            var inside = type.getPackageName().substring("io.tidewheel.".length());
            folders.add(inside.split("\\.")[0]);
        }
        assertThat(MAY_KNOW.keySet()).containsAll(folders);
        assertThat(folders).containsAll(PURE);
    }

    @ParameterizedTest
    @MethodSource("everyFolder")
    void dependenciesPointOneWay(String folder) {
        var known = new TreeSet<>(MAY_KNOW.get(folder));
        known.add(folder);
        var allowed = known.stream().map(ArchitectureTest::within).toArray(String[]::new);
        var strangers = resideInAPackage("io.tidewheel..").and(not(resideInAnyPackage(allowed)));
        noClasses()
                .that()
                .resideInAPackage(within(folder))
                .should()
                .dependOnClassesThat(strangers.as("live outside %s", known))
                .allowEmptyShould(true)
                .check(CODE);
    }

    @Test
    void theProductKnowsNeitherResearchNorTests() {
        var product = new TreeSet<>(MAY_KNOW.keySet());
        product.removeAll(NOT_IN_THE_PRODUCT);
        for (var folder : product)
            assertThat(MAY_KNOW.get(folder)).as(folder).doesNotContainAnyElementsOf(NOT_IN_THE_PRODUCT);
        noClasses()
                .that()
                .resideInAnyPackage(
                        product.stream().map(ArchitectureTest::within).toArray(String[]::new))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.junit..", "org.assertj..", "org.awaitility..", "com.google.ortools..")
                .check(CODE);
    }

    @ParameterizedTest
    @MethodSource("everyFolder")
    void packagesOfAFolderKnowEachOtherInOneDirection(String folder) {
        slices().assignedFrom(packages(folder))
                .should()
                .beFreeOfCycles()
                .allowEmptyShould(true)
                .check(CODE);
    }

    @Test
    void everyPackageOfTheServerHasItsPlaceInTheLayers() {
        var packages = new TreeSet<String>();
        for (var type : CODE)
            if (type.getPackageName().startsWith("io.tidewheel.server."))
                packages.add(type.getPackageName().split("\\.")[3]);
        assertThat(packages).containsExactlyInAnyOrderElementsOf(SERVER_MAY_KNOW.keySet());
    }

    @Test
    void aPackageOfTheServerKnowsOnlyThoseBelow() {
        SERVER_MAY_KNOW.forEach((layer, known) -> {
            var others = SERVER_MAY_KNOW.keySet().stream()
                    .filter(each -> !each.equals(layer) && !known.contains(each))
                    .map(each -> within("server." + each))
                    .toArray(String[]::new);
            if (others.length == 0) return;
            noClasses()
                    .that()
                    .resideInAPackage(within("server." + layer))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(others)
                    .check(CODE);
        });
    }

    @Test
    void noEndpointOfTheServerKnowsAnother() {
        for (var endpoint : ENDPOINTS) {
            var others = ENDPOINTS.stream()
                    .filter(each -> !each.equals(endpoint))
                    .map(each -> within("server.endpoints." + each))
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(within("server.endpoints." + endpoint))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(others)
                    .check(CODE);
        }
    }

    private static SliceAssignment packages(String folder) {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                var name = type.getPackageName() + ".";
                if (!name.startsWith("io.tidewheel." + folder + ".")) return SliceIdentifier.ignore();
                return NAMED_BY_USERS.contains(type.getName())
                        ? SliceIdentifier.of("for users")
                        : SliceIdentifier.of(type.getPackageName());
            }

            @Override
            public String getDescription() {
                return "packages of " + folder;
            }
        };
    }

    @ParameterizedTest
    @MethodSource("pureFolders")
    void pureFoldersStandOnTheJdkAlone(String folder) {
        var libraries = LIBRARIES.getOrDefault(folder, List.of());
        var known = MAY_KNOW.get(folder).stream().map(ArchitectureTest::within);
        var allowed = Stream.of(
                        Stream.of("java..", "javax.crypto..", "org.jspecify.annotations", within(folder)),
                        known,
                        libraries.stream())
                .flatMap(each -> each)
                .toArray(String[]::new);
        classes()
                .that()
                .resideInAPackage(within(folder))
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed)
                .allowEmptyShould(true)
                .check(CODE);
    }

    @ParameterizedTest
    @MethodSource("timelessFolders")
    void nothingThatRunsUnderVirtualTimeTouchesTheWorld(String folder) {
        DescribedPredicate<JavaClass> world = resideInAnyPackage(
                        "java.sql..",
                        "javax.sql..",
                        "java.net..",
                        "java.nio.file..",
                        "java.nio.channels..",
                        "java.lang.foreign..")
                .or(assignableTo(java.io.File.class))
                .or(assignableTo(java.io.InputStream.class))
                .or(assignableTo(java.io.OutputStream.class))
                .or(assignableTo(Process.class))
                .or(assignableTo(ProcessBuilder.class))
                .as("are files, sockets, databases or processes");
        noClasses()
                .that()
                .resideInAPackage(within(folder))
                .should()
                .dependOnClassesThat(world)
                .allowEmptyShould(true)
                .check(CODE);
    }

    @ParameterizedTest
    @MethodSource("timelessFolders")
    void timeAndChanceAreArguments(String folder) {
        refuse(
                folder,
                calls(
                        "java.time.(Instant|InstantSource|Clock|Local.*|Zoned.*|Offset.*|Year.*)",
                        "now|system.*|tick.*"));
        refuse(folder, calls("java.lang.System", "currentTimeMillis|nanoTime"));
        refuse(folder, calls("java.lang.Math", "random"));
        refuse(folder, calls("java.util.UUID", "randomUUID"));
        refuse(folder, calls("java.util.concurrent.ThreadLocalRandom", "current"));
        // A seed from the caller is fine; Random() and RandomGenerator.getDefault() take one from the clock.
        refuse(folder, calls("java.util.random.RandomGenerator", "getDefault|of"));
        refuse(folder, withoutArguments(calls("java.util.(Random|SplittableRandom)", "<init>")));
        refuse(folder, calls("java.security.SecureRandom", ".*"));
    }

    @ParameterizedTest
    @MethodSource("timelessFolders")
    void threadsAreStartedElsewhere(String folder) {
        refuse(folder, calls("java.lang.Thread", "<init>|start|startVirtualThread|of.*|sleep"));
        refuse(
                folder,
                calls("java.util.concurrent.(Executors|ForkJoinPool|.*ThreadPoolExecutor|StructuredTaskScope)", ".*"));
        refuse(
                folder,
                calls("java.util.concurrent.CompletableFuture", ".*Async|delayedExecutor|orTimeout|completeOnTimeout"));
        refuse(folder, calls("java.util.(Timer|Collection)", "<init>|parallelStream"));
    }

    /**
     * Whatever address somebody sends, a server that connects to nowhere cannot be sent to a neighbour, or to the cloud's own secrets. Webhooks
     * are the one exception: their addresses come from the operator's own file, never from a request.
     */
    @Test
    void theServerConnectsToNobody() {
        var connects = new DescribedPredicate<JavaAccess<?>>("open a connection") {
            @Override
            public boolean test(JavaAccess<?> access) {
                if (access.getOriginOwner().getSimpleName().equals("WebhookNotifier")) return false;
                var owner = access.getTargetOwner().getFullName();
                return switch (access.getTarget().getName()) {
                    case "connect", "open", "openStream", "openConnection", "newHttpClient", "newBuilder", "<init>" ->
                        CONNECTING.contains(owner);
                    default -> false;
                };
            }
        };
        for (var folder : List.of("server", "engine", "controllers", "workflow")) {
            noClasses()
                    .that()
                    .resideInAPackage(within(folder))
                    .should()
                    .accessTargetWhere(connects)
                    .allowEmptyShould(true)
                    .check(CODE);
        }
        // How agents, clients and commands reach their server; the server itself has no use for it.
        for (var dialer : List.of("StreamDialer", "links.HttpApiCalls")) {
            noClasses()
                    .that()
                    .resideInAPackage(within("server"))
                    .should()
                    .dependOnClassesThat()
                    .haveFullyQualifiedName("io.tidewheel.protocol." + dialer)
                    .check(CODE);
        }
    }

    /** One caller at a time has a controller: what would guard it against a second one hides that there is one. */
    @Test
    void controllersHaveNoLocks() {
        DescribedPredicate<JavaClass> shared = resideInAnyPackage(
                        "java.util.concurrent.locks..", "java.util.concurrent.atomic..")
                .or(nameMatching("java\\.util\\.concurrent\\.(Concurrent|CopyOnWrite|Blocking|Semaphore).*")
                        .forSubtype())
                .as("are made for several threads");
        noClasses()
                .that()
                .resideInAPackage(within("controllers"))
                .should()
                .dependOnClassesThat(shared)
                .check(CODE);
        var locking = new TreeSet<String>();
        for (var type : CODE)
            if (resideInAPackage(within("controllers")).test(type)) locking.addAll(synchronizedIn(type));
        assertThat(locking).as("synchronized methods and blocks").isEmpty();
    }

    @Test
    void aSynchronizedMethodAndASynchronizedBlockAreFound() {
        var found = synchronizedIn(new ClassFileImporter().importClass(TwoLocks.class));
        assertThat(found).containsExactly(TwoLocks.class.getName() + ".block", TwoLocks.class.getName() + ".method");
    }

    private static final class TwoLocks {
        private int count;

        synchronized int method() {
            return ++count;
        }

        int block() {
            synchronized (this) {
                return ++count;
            }
        }

        int neither() {
            return method() + block();
        }
    }

    /** The methods of a class that are synchronized, or have a synchronized block. */
    private static Set<String> synchronizedIn(JavaClass type) {
        var found = new TreeSet<String>();
        try (var file = type.getSource().orElseThrow().getUri().toURL().openStream()) {
            for (var method : ClassFile.of().parse(file.readAllBytes()).methods()) {
                boolean locks = method.flags().has(AccessFlag.SYNCHRONIZED)
                        || method.code().stream()
                                .flatMap(CodeModel::elementStream)
                                .anyMatch(MonitorInstruction.class::isInstance);
                if (locks) found.add(type.getName() + "." + method.methodName().stringValue());
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
        return found;
    }

    /** Only {@code Time.system()} may do such things: it is where the programs get their clocks from. */
    private static void refuse(String folder, DescribedPredicate<JavaAccess<?>> call) {
        noClasses()
                .that()
                .resideInAPackage(within(folder))
                .and()
                .haveNameNotMatching("io\\.tidewheel\\.model\\.Time(\\$\\d+)?")
                .should()
                .accessTargetWhere(call)
                .allowEmptyShould(true)
                .check(CODE);
    }

    private static DescribedPredicate<JavaAccess<?>> calls(String typePattern, String methodPattern) {
        return targetOwner(nameMatching(typePattern))
                .and(target(nameMatching(methodPattern)))
                .as("%s calls %s", typePattern, methodPattern)
                .forSubtype();
    }

    private static DescribedPredicate<JavaAccess<?>> withoutArguments(DescribedPredicate<JavaAccess<?>> call) {
        return call.and(DescribedPredicate.describe(
                "without a seed",
                each -> each.getTarget() instanceof CodeUnitAccessTarget code
                        && code.getRawParameterTypes().isEmpty()));
    }

    private static Map<String, Set<String>> mayKnow(String table) {
        var map = new TreeMap<String, Set<String>>();
        table.lines().forEach(line -> {
            var words = List.of(line.split("[: ]+"));
            map.put(words.getFirst(), new TreeSet<>(words.subList(1, words.size())));
        });
        return map;
    }

    private static String within(String folder) {
        return "io.tidewheel." + folder + "..";
    }
}
