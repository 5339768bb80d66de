package io.tidewheel.server.host;

import io.tidewheel.model.Payload;
import io.tidewheel.server.objects.ObjectUrls;
import io.tidewheel.storage.PrivateFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** The small files a server keeps beside its database, readable by their owner alone. Whatever is lost with them can be made anew. */
final class ServerFolder {
    private static final String TOKEN = "admin.token";
    private static final String AGENT_TOKEN = "agent.token";
    private static final String NOTE = "server.json";
    private static final String KEY = "objects.key";
    private static final String AUDIT_SEAL = "audit.seal";
    /** Says that a server has lived here. */
    private static final String MARK = "server.name";

    private final Path folder;

    ServerFolder(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    void make() throws IOException {
        PrivateFiles.makeFolder(folder);
    }

    Path tokenFile() {
        return folder.resolve(TOKEN);
    }

    /** Whether no server has lived here, as far as can be seen. */
    boolean isNew() {
        return List.of(MARK, TOKEN, KEY).stream().noneMatch(file -> Files.exists(folder.resolve(file)));
    }

    void markAsOf(String server) throws IOException {
        write(folder.resolve(MARK), server + "\n");
    }

    boolean hasToken() {
        return Files.isRegularFile(tokenFile(), LinkOption.NOFOLLOW_LINKS);
    }

    void writeToken(String secret) throws IOException {
        write(tokenFile(), secret + "\n");
    }

    /** What the agents of machines show that this server makes. */
    Path agentTokenFile() {
        return folder.resolve(AGENT_TOKEN);
    }

    Optional<String> agentToken() throws IOException {
        if (!Files.isRegularFile(agentTokenFile(), LinkOption.NOFOLLOW_LINKS)) return Optional.empty();
        return Optional.of(Files.readString(agentTokenFile()).strip());
    }

    void writeAgentToken(String secret) throws IOException {
        write(agentTokenFile(), secret + "\n");
    }

    /** The last seal of the audit log that this server has seen. */
    Path auditSealFile() {
        return folder.resolve(AUDIT_SEAL);
    }

    Optional<String> auditSeal() throws IOException {
        if (!Files.isRegularFile(auditSealFile(), LinkOption.NOFOLLOW_LINKS)) return Optional.empty();
        return Optional.of(Files.readString(auditSealFile()).strip());
    }

    void writeAuditSeal(String seal) throws IOException {
        write(auditSealFile(), seal + "\n");
    }

    /** Leaves a note by which programs on this machine find the server. */
    void writeNote(URI url) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var json = new JsonFactory().createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeStringProperty("url", url.toString());
            json.writeNumberProperty("pid", ProcessHandle.current().pid());
            if (hasToken()) json.writeStringProperty("tokenFile", tokenFile().toString());
            json.writeEndObject();
        }
        write(folder.resolve(NOTE), bytes.toString(StandardCharsets.UTF_8) + "\n");
    }

    /** The key that an earlier version has kept here; since then there is one for all servers on a database. */
    Optional<Payload> earlierKey() throws IOException {
        var file = folder.resolve(KEY);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) return Optional.empty();
        try {
            var key = HexFormat.of().parseHex(Files.readString(file).strip());
            if (key.length >= ObjectUrls.KEY_BYTES) return Optional.of(Payload.of(key));
        } catch (IllegalArgumentException garbage) {
            // told below
        }
        throw new IOException(
                "%s is not a key of %d bytes in hexadecimal digits: remove it; addresses that were signed with it are refused then"
                        .formatted(file, ObjectUrls.KEY_BYTES));
    }

    void removeNote() throws IOException {
        Files.deleteIfExists(folder.resolve(NOTE));
    }

    /** Whole or not at all: nobody ever reads half a file. */
    private void write(Path file, String text) throws IOException {
        make(); // somebody may have taken it away
        var draft = Files.createTempFile(folder, ".new-", "", PrivateFiles.attributes(folder, "rw-------"));
        try {
            Files.writeString(draft, text);
            replace(draft, file);
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private static void replace(Path draft, Path file) throws IOException {
        try {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException unusual) {
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
