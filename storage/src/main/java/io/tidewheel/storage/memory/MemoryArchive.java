package io.tidewheel.storage.memory;

import io.tidewheel.model.Archive;
import io.tidewheel.model.AttemptRecord;
import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.ChainId;
import io.tidewheel.model.ChainRecord;
import io.tidewheel.model.ChainState;
import io.tidewheel.model.CutOutput;
import io.tidewheel.model.LogChunk;
import io.tidewheel.model.LogStream;
import io.tidewheel.model.Payload;
import io.tidewheel.model.RunFilter;
import io.tidewheel.model.RunId;
import io.tidewheel.model.RunPage;
import io.tidewheel.model.RunRecord;
import io.tidewheel.model.ServerNote;
import io.tidewheel.model.SessionId;
import io.tidewheel.model.SessionRecord;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.model.TokenRecord;
import io.tidewheel.storage.memory.MemoryTables.Run;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Answers from a {@link MemoryTables}, under its monitor for the time of one answer. */
final class MemoryArchive implements Archive {
    private final MemoryTables world;

    MemoryArchive(MemoryTables world) {
        this.world = world;
    }

    @Override
    public Optional<RunRecord> run(RunId id) {
        synchronized (world) {
            return Optional.ofNullable(world.runs.get(id)).map(Run::record);
        }
    }

    @Override
    public Payload document(RunId id) {
        synchronized (world) {
            return world.document(id);
        }
    }

    @Override
    public void keepCourse(RunId run, SortedMap<Integer, Payload> pieces) {
        synchronized (world) {
            var found = world.runs.get(run);
            if (found != null) found.course.putAll(pieces);
        }
    }

    @Override
    public SortedMap<Integer, Payload> course(RunId run, int from, int limit) {
        synchronized (world) {
            var found = world.runs.get(run);
            var pieces = new TreeMap<Integer, Payload>();
            if (found == null) return pieces;
            for (var piece : found.course.tailMap(from).entrySet()) {
                if (pieces.size() == limit) break;
                pieces.put(piece.getKey(), piece.getValue());
            }
            return pieces;
        }
    }

    @Override
    public void leave(List<ServerNote> notes) {
        synchronized (world) {
            for (var note : notes)
                world.notes
                        .computeIfAbsent(note.recipient(), _ -> new TreeMap<>())
                        .put(note.chain(), note.body());
        }
    }

    @Override
    public List<ServerNote> take(long recipient, Collection<RunId> about, int limit) {
        return take(recipient, limit, chain -> about.contains(chain.run()));
    }

    @Override
    public List<ServerNote> take(long recipient, int limit) {
        return take(recipient, limit, _ -> true);
    }

    private List<ServerNote> take(long recipient, int limit, Predicate<ChainId> which) {
        synchronized (world) {
            var left = world.notes.getOrDefault(recipient, new TreeMap<>());
            var taken = left.entrySet().stream()
                    .filter(each -> which.test(each.getKey()))
                    .limit(limit)
                    .map(each -> new ServerNote(recipient, each.getKey(), each.getValue()))
                    .toList();
            taken.forEach(note -> left.remove(note.chain()));
            return taken;
        }
    }

    @Override
    public List<RunRecord> runs(RunFilter filter, long before, int limit) {
        synchronized (world) {
            return world.runs.descendingMap().values().stream()
                    .filter(run -> run.id.number() < before && matches(run, filter))
                    .limit(limit)
                    .map(Run::record)
                    .toList();
        }
    }

    @Override
    public RunPage page(RunFilter filter, long skip, int limit) {
        synchronized (world) {
            var fitting = world.runs.descendingMap().values().stream()
                    .filter(run -> matches(run, filter))
                    .toList();
            var runs = fitting.stream().skip(skip).limit(limit).map(Run::record).toList();
            return new RunPage(fitting.size(), runs);
        }
    }

    private static boolean matches(Run run, RunFilter filter) {
        var name = run.spec.name().toLowerCase(Locale.ROOT);
        return filter.owner().map(run.spec.owner()::equals).orElse(true)
                && (filter.states().isEmpty() || filter.states().contains(run.state))
                && filter.kind().map(kind -> kind == run.spec.kind()).orElse(true)
                && (filter.reasons().isEmpty() || filter.reasons().contains(run.endReason))
                && run.spec.labels().entrySet().containsAll(filter.labels().entrySet())
                && filter.name()
                        .map(part -> name.contains(part.toLowerCase(Locale.ROOT)))
                        .orElse(true);
    }

    @Override
    public Optional<ChainRecord> chain(ChainId id) {
        synchronized (world) {
            return world.chain(id).map(chain -> chain.record(false));
        }
    }

    @Override
    public List<ChainRecord> chains(RunId run, Set<ChainState> states, int fromIndex, int limit, boolean brief) {
        synchronized (world) {
            var found = world.runs.get(run);
            if (found == null) return List.of();
            return found.chains.tailMap(fromIndex, true).values().stream()
                    .filter(chain -> states.isEmpty() || states.contains(chain.state))
                    .limit(limit)
                    .map(chain -> chain.record(brief))
                    .toList();
        }
    }

    @Override
    public Optional<Instant> nextAttempt(RunId run) {
        synchronized (world) {
            var found = world.runs.get(run);
            if (found == null) return Optional.empty();
            return found.chains.values().stream()
                    .filter(chain -> chain.state == ChainState.DELAYED)
                    .flatMap(chain -> chain.record(true).due().stream())
                    .min(Instant::compareTo);
        }
    }

    @Override
    public List<AttemptRecord> attempts(ChainId id, int limit) {
        synchronized (world) {
            return world.attemptsOf(id, limit);
        }
    }

    @Override
    public List<LogChunk> log(ChainId id, int attempt, LogStream stream, long offset, int maxBytes) {
        synchronized (world) {
            var kept = world.logs.get(new MemoryTables.LogKey(id, attempt, stream));
            if (kept == null) return List.of();
            var before = kept.floorEntry(offset);
            boolean contained = before != null && endOf(before.getValue()) > offset;
            var found = new ArrayList<LogChunk>();
            long bytes = 0;
            for (var chunk : kept.tailMap(contained ? before.getKey() : offset, contained)
                    .values()) {
                if (!found.isEmpty() && bytes >= maxBytes) break;
                found.add(chunk);
                bytes += chunk.bytes().size();
            }
            return found;
        }
    }

    @Override
    public long outputEnd(ChainId id, int attempt, LogStream stream) {
        synchronized (world) {
            var kept = world.logs.get(new MemoryTables.LogKey(id, attempt, stream));
            return kept == null
                    ? 0
                    : kept.values().stream()
                            .mapToLong(MemoryArchive::endOf)
                            .max()
                            .orElse(0);
        }
    }

    @Override
    public List<CutOutput> cutOutput(RunId run, int fromIndex, int toIndex, int limit) {
        synchronized (world) {
            return world.logs.entrySet().stream()
                    .filter(each -> each.getKey().chain().run().equals(run))
                    .filter(each -> each.getKey().chain().index() >= fromIndex
                            && each.getKey().chain().index() <= toIndex)
                    .map(each -> cut(each.getKey(), each.getValue().values()))
                    .filter(cut -> cut.kept() < cut.written())
                    .sorted(Comparator.comparingInt(
                                    (CutOutput cut) -> cut.chain().index())
                            .thenComparingInt(CutOutput::attempt)
                            .thenComparing(CutOutput::stream))
                    .limit(limit)
                    .toList();
        }
    }

    private static CutOutput cut(MemoryTables.LogKey key, Collection<LogChunk> chunks) {
        return new CutOutput(
                key.chain(),
                key.attempt(),
                key.stream(),
                chunks.stream().mapToLong(MemoryArchive::endOf).max().orElse(0),
                chunks.stream().mapToLong(chunk -> chunk.bytes().size()).sum());
    }

    @Override
    public void trimLog(ChainId id, int attempt, LogStream stream, long from, long to) {
        synchronized (world) {
            var kept = world.logs.get(new MemoryTables.LogKey(id, attempt, stream));
            if (kept == null) return;
            long end = 0;
            for (var next = kept.tailMap(from, true).values().iterator(); next.hasNext(); ) {
                var chunk = next.next();
                long itsEnd = chunk.offset() + chunk.bytes().size();
                if (chunk.bytes().size() == 0 || itsEnd > to) continue;
                end = Math.max(end, itsEnd);
                next.remove();
            }
            var before = kept.lowerEntry(from);
            if (before != null && endOf(before.getValue()) < end) {
                kept.put(before.getKey(), leavingOutUntil(before.getValue(), end));
            }
        }
    }

    private static LogChunk leavingOutUntil(LogChunk chunk, long end) {
        long dropped = end - chunk.offset() - chunk.bytes().size();
        return new LogChunk(chunk.chain(), chunk.attempt(), chunk.stream(), chunk.offset(), chunk.bytes(), dropped);
    }

    private static long endOf(LogChunk chunk) {
        return chunk.offset() + chunk.bytes().size() + chunk.dropped();
    }

    @Override
    public Optional<SessionRecord> session(SessionId id) {
        synchronized (world) {
            return Optional.ofNullable(world.sessions.get(id));
        }
    }

    @Override
    public List<AuditEntry> audit(Instant before, int limit) {
        synchronized (world) {
            return world.audit.descendingMap().values().stream()
                    .filter(entry -> entry.at().isBefore(before))
                    .limit(limit)
                    .toList();
        }
    }

    @Override
    public void addToken(TokenRecord token) {
        synchronized (world) {
            if (world.tokens.containsKey(token.id())
                    || tokenByHash(token.hash()).isPresent()) {
                throw new StoreFailure("could not add token %s: it exists already".formatted(token.id()));
            }
            world.tokens.put(token.id(), token);
        }
    }

    @Override
    public Optional<TokenRecord> tokenByHash(String hash) {
        synchronized (world) {
            return world.tokens.values().stream()
                    .filter(token -> token.hash().equals(hash))
                    .findFirst();
        }
    }

    @Override
    public List<TokenRecord> tokens() {
        synchronized (world) {
            return List.copyOf(world.tokens.values());
        }
    }

    @Override
    public boolean revokeToken(String id, Instant at) {
        synchronized (world) {
            var token = world.tokens.get(id);
            if (token == null) return false;
            if (token.revoked().isEmpty()) world.tokens.put(id, revoked(token, at));
            return true;
        }
    }

    private static TokenRecord revoked(TokenRecord token, Instant at) {
        return new TokenRecord(
                token.id(),
                token.hash(),
                token.role(),
                token.owner(),
                token.note(),
                token.created(),
                token.expires(),
                Optional.of(at));
    }
}
