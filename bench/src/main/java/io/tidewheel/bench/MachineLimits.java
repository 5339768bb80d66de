package io.tidewheel.bench;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CountDownLatch;

/** The machine's own limits: what no system that runs on it can exceed. */
final class MachineLimits {
    private MachineLimits() {}

    /** Appends and forces a small record, one after the other. */
    static double fsyncsPerSecond(Path folder, int count) throws IOException {
        var file = Files.createTempFile(folder, "fsync", ".bin");
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            var record = ByteBuffer.allocate(512);
            long start = System.nanoTime();
            for (int i = 0; i < count; i++) {
                channel.write(record.clear());
                channel.force(false);
            }
            return count * 1e9 / (System.nanoTime() - start);
        } finally {
            Files.delete(file);
        }
    }

    /** Writes and forces a few pages twice, which no system can do without that keeps a task and its result. */
    static final class TwoSyncs implements AutoCloseable {
        private static final int PAGES_BYTES = 4 * 4_096;
        private static final int PLACES = 1_000;

        private final Path file;
        private final FileChannel channel;
        private int place;

        TwoSyncs(Path folder) throws IOException {
            file = Files.createTempFile(folder, "fsync", ".bin");
            channel = FileChannel.open(file, StandardOpenOption.WRITE);
            // Like the log of a database, which is written again from its beginning.
            for (int i = 0; i < PLACES; i++) write();
            channel.force(true);
        }

        /** In milliseconds. */
        double measure() throws IOException {
            long start = System.nanoTime();
            for (int i = 0; i < 2; i++) {
                write();
                channel.force(true);
            }
            return (System.nanoTime() - start) / 1e6;
        }

        private void write() throws IOException {
            channel.write(ByteBuffer.allocate(PAGES_BYTES), (long) place * PAGES_BYTES);
            place = (place + 1) % PLACES;
        }

        @Override
        public void close() throws IOException {
            channel.close();
            Files.delete(file);
        }
    }

    /** {@code xargs -P2 -n1 /bin/true}: the tool everybody has. */
    static double xargsPerSecond(int count) throws IOException, InterruptedException {
        long start = System.nanoTime();
        var process = new ProcessBuilder("sh", "-c", "seq %d | xargs -P2 -n1 /bin/true".formatted(count))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.waitFor();
        return count * 1e9 / (System.nanoTime() - start);
    }

    /** A bare loop of posix_spawn and waitpid of /bin/true, two parents at a time, without pipes or anything else. */
    static double spawnsPerSecond(int count) throws InterruptedException {
        int parents = 2;
        var done = new CountDownLatch(parents);
        long start = System.nanoTime();
        for (int i = 0; i < parents; i++) {
            Thread.ofPlatform().start(() -> {
                try (var loop = new SpawnLoop("/bin/true")) {
                    loop.run(count / parents);
                } finally {
                    done.countDown();
                }
            });
        }
        done.await();
        return count * 1e9 / (System.nanoTime() - start);
    }

    private static final class SpawnLoop implements AutoCloseable {
        private static final Linker LINKER = Linker.nativeLinker();
        private static final MethodHandle SPAWN = call(
                "posix_spawn", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS));
        private static final MethodHandle WAIT =
                call("waitpid", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));

        private final Arena arena = Arena.ofConfined();
        private final MemorySegment path;
        private final MemorySegment arguments;
        private final MemorySegment environment;
        private final MemorySegment pid;
        private final MemorySegment status;

        SpawnLoop(String program) {
            path = arena.allocateFrom(program);
            arguments = arena.allocate(ADDRESS, 2);
            arguments.setAtIndex(ADDRESS, 0, path);
            environment = arena.allocate(ADDRESS, 1);
            pid = arena.allocate(JAVA_INT);
            status = arena.allocate(JAVA_INT);
        }

        @SuppressWarnings("restricted") // this is what native access is for
        private static MethodHandle call(String name, FunctionDescriptor shape) {
            return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), shape);
        }

        void run(int count) {
            try {
                for (int i = 0; i < count; i++) {
                    int error = (int) SPAWN.invokeExact(
                            pid, path, MemorySegment.NULL, MemorySegment.NULL, arguments, environment);
                    if (error != 0) throw new UncheckedIOException(new IOException("posix_spawn failed: " + error));
                    int _ = (int) WAIT.invokeExact(pid.get(JAVA_INT, 0), status, 0);
                }
            } catch (RuntimeException | Error failed) {
                throw failed;
            } catch (Throwable failed) {
                throw new IllegalStateException(failed);
            }
        }

        @Override
        public void close() {
            arena.close();
        }
    }
}
