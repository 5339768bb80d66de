package io.tidewheel.agent.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** The folders by which the system lets its control groups be made. What a test puts in its place behaves as the system does. */
interface ControlGroupTree {
    /** The system's own. */
    ControlGroupTree OF_SYSTEM = new ControlGroupTree() {
        @Override
        public boolean has(Path file) {
            return Files.exists(file);
        }

        @Override
        public List<String> read(Path file) throws IOException {
            return Files.readAllLines(file);
        }

        @Override
        public void write(Path file, String text) throws IOException {
            Files.writeString(file, text, StandardOpenOption.WRITE);
        }

        @Override
        public void make(Path group) throws IOException {
            Files.createDirectory(group);
        }

        @Override
        public void remove(Path group) throws IOException {
            Files.deleteIfExists(group);
        }
    };

    boolean has(Path file);

    List<String> read(Path file) throws IOException;

    /** Fails if there is no such file: groups have the files that the system gives them. */
    void write(Path file, String text) throws IOException;

    void make(Path group) throws IOException;

    /** Fails if processes are in it. */
    void remove(Path group) throws IOException;
}
