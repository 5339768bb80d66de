package io.tidewheel.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidewheel.model.AuditEntry;
import io.tidewheel.model.AuditSeal;
import io.tidewheel.model.AuditStore;
import io.tidewheel.model.Database;
import io.tidewheel.model.ServerNumber;
import io.tidewheel.model.TurnChanges;
import io.tidewheel.model.VirtualTime;
import io.tidewheel.model.audit.AuditChain;
import io.tidewheel.model.audit.AuditFinding;
import io.tidewheel.model.audit.AuditReport;
import io.tidewheel.model.audit.AuditSealer;
import io.tidewheel.model.audit.AuditVerifier;
import io.tidewheel.model.audit.SealMark;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What somebody does to the audit log who can write to the database, and what is found of it, in every database. */
public abstract class AuditStoreContract {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123456789Z");
    private static final byte[] KEY = "the key of this cluster, which is not in its database".getBytes();

    private final VirtualTime time = new VirtualTime(NOON);
    private final AuditChain chain = new AuditChain(KEY);
    private final List<SealMark> writtenDown = new ArrayList<>();
    private Database database;
    private AuditStore store;
    private ServerNumber server;
    private AuditSealer sealer;

    protected abstract Database openEmpty() throws Exception;

    /** What an intruder does to an entry: only what it says was done. */
    protected abstract void change(long entry, String action) throws Exception;

    protected abstract void remove(long entry) throws Exception;

    protected abstract void insert(long number, AuditEntry entry) throws Exception;

    protected abstract void removeSealsFrom(long number) throws Exception;

    @BeforeEach
    void open() throws Exception {
        database = openEmpty();
        store = database.audit();
        server = database.store().begin("one", NOON);
        sealer = sealer(chain, Optional.empty());
    }

    @AfterEach
    void close() {
        database.close();
    }

    private AuditSealer sealer(AuditChain with, Optional<SealMark> remembered) {
        return new AuditSealer(store, with, time, remembered, writtenDown::add);
    }

    /** Three entries in each of so many blocks. */
    private void sealedBlocks(int blocks) {
        for (int block = 0; block < blocks; block++) {
            write(3);
            assertThat(settle(sealer)).isTrue();
        }
    }

    private void write(int entries) {
        var changes = new TurnChanges(server);
        for (int i = 0; i < entries; i++)
            changes.audit().add(new AuditEntry(time.instant(), "ada", "cancel", "run " + i, "because\nof \u00e4"));
        database.store().commit(changes);
    }

    /** What is there now is seen at the latest after half of this time, and has settled at its end. */
    private boolean settle(AuditSealer sealer) {
        sealer.look();
        time.advance(Duration.ofSeconds(30));
        sealer.look();
        time.advance(Duration.ofSeconds(30));
        return sealer.look();
    }

    private AuditReport verify(SealMark... marks) {
        return AuditVerifier.verify(store, chain, List.of(marks));
    }

    private static List<String> texts(AuditReport report) {
        return report.findings().stream().map(AuditFinding::toString).toList();
    }

    private List<Long> numbers() {
        return store.entries(Long.MIN_VALUE, Long.MAX_VALUE, 1_000).stream()
                .map(entry -> entry.number())
                .toList();
    }

    @Test
    void nothingToSealIsIntact() {
        assertThat(settle(sealer)).isTrue();
        var report = verify();
        assertThat(report.isIntact()).isTrue();
        assertThat(report.last()).isEmpty();
        assertThat(store.lastEntry()).isZero();
    }

    @Test
    void whatWasWrittenIsSealedWhenItHasSettledAndVerified() {
        write(3);
        sealer.look();
        time.advance(Duration.ofSeconds(29));
        sealer.look();
        assertThat(verify().seals()).isZero();
        write(2);
        time.advance(Duration.ofSeconds(1));
        sealer.look();

        var report = verify();
        assertThat(report.isIntact()).isTrue();
        assertThat(report.good()).isEqualTo(3);
        assertThat(report.unsealed()).isEqualTo(2);
        assertThat(settle(sealer)).isTrue();
        assertThat(verify().good()).isEqualTo(5);
        assertThat(verify().last()).contains(writtenDown.getLast());
        assertThat(SealMark.parse(writtenDown.getFirst().toString())).isEqualTo(writtenDown.getFirst());
    }

    @Test
    void manyEntriesMakeSeveralBlocks() {
        write(2_500);
        settle(sealer);
        var report = verify();
        assertThat(report.isIntact()).isTrue();
        assertThat(report.good()).isEqualTo(2_500);
        assertThat(report.seals()).isEqualTo(3);
    }

    @Test
    void twoServersSealOneChain() {
        var other = sealer(new AuditChain(KEY), Optional.empty());
        for (int i = 0; i < 3; i++) {
            write(2);
            sealer.look();
            other.look();
            time.advance(Duration.ofSeconds(30));
            sealer.look();
            other.look();
        }
        assertThat(settle(other)).isTrue();
        assertThat(sealer.look()).isTrue();
        assertThat(verify().isIntact()).isTrue();
        assertThat(verify().good()).isEqualTo(6);
        var last = store.lastSeal().orElseThrow();
        assertThat(store.keep(last)).isFalse();
    }

    @Test
    void anEditIsFound() throws Exception {
        sealedBlocks(3);
        long edited = numbers().get(4);
        change(edited, "look");
        var report = verify();
        assertThat(texts(report)).containsExactly("entry %d was changed (block 2)".formatted(edited));
        assertThat(report.findings().getFirst().found().orElseThrow().action()).isEqualTo("look");
        assertThat(report.good()).isEqualTo(8);
    }

    @Test
    void aDeletionIsFound() throws Exception {
        sealedBlocks(3);
        long removed = numbers().get(5);
        remove(removed);
        assertThat(texts(verify())).containsExactly("entry %d was removed (block 2)".formatted(removed));
    }

    @Test
    void anInsertionIsFound() throws Exception {
        sealedBlocks(2);
        long second = numbers().get(1);
        remove(second);
        var replaced = new AuditEntry(NOON, "eve", "look", "run 1", "");
        insert(second, replaced);
        insert(-5, replaced);
        assertThat(texts(verify()))
                .containsExactly("entry -5 was added (block 1)", "entry %d was changed (block 1)".formatted(second));
    }

    @Test
    void aTailThatIsCutIsFoundByTheSealsThatStay() throws Exception {
        sealedBlocks(2);
        var cut = numbers().subList(3, 6);
        for (long number : cut) remove(number);
        assertThat(texts(verify()))
                .containsExactlyElementsOf(cut.stream()
                        .map(number -> "entry %d was removed (block 2)".formatted(number))
                        .toList());
    }

    @Test
    void aTailThatIsCutWithItsSealsIsFoundByTheSealThatSomebodyWroteDown() throws Exception {
        sealedBlocks(3);
        var known = writtenDown.getLast();
        for (long number : numbers().subList(3, 9)) remove(number);
        removeSealsFrom(2);

        assertThat(verify().isIntact()).as("by itself the rest looks whole").isTrue();
        assertThat(texts(verify(known)))
                .containsExactly("the seal of block 3 is missing: it was removed, with or without its entries");
        assertThat(sealer.look()).as("a server that has seen the seal").isFalse();
    }

    @Test
    void aChainThatServersMakeAnewIsNotTheOneThatSomebodyWroteDown() throws Exception {
        sealedBlocks(3);
        var known = writtenDown.getLast();
        change(numbers().getFirst(), "look");
        removeSealsFrom(1);
        var restarted = sealer(chain, Optional.of(known));
        assertThat(settle(restarted)).isFalse();
        write(1);
        for (int i = 0; i < 2; i++) {
            write(1);
            settle(restarted);
        }

        assertThat(verify().isIntact()).as("the key made all of it").isTrue();
        assertThat(texts(verify(known)))
                .containsExactly(
                        "the seal of block 3 is not the one that was there before: the log was made anew from there"
                                + " on, or earlier");
        assertThat(restarted.remembered()).contains(known);
        assertThat(restarted.look()).isFalse();
    }

    @Test
    void aMissingSealInTheMiddleIsFound() throws Exception {
        sealedBlocks(3);
        var third = store.seals(2, 1).getFirst();
        removeSealsFrom(2);
        store.keep(third);
        assertThat(texts(verify()))
                .containsExactly("the seal of block 2 is missing: it was removed, with or without its entries");
    }

    @Test
    void whatIsSealedWithoutTheKeyIsFound() throws Exception {
        sealedBlocks(3);
        change(numbers().get(4), "look");
        var last = store.lastSeal().orElseThrow();
        var first = store.seals(0, 1).getFirst();
        removeSealsFrom(2);
        var stolen = new AuditChain("another key".getBytes());
        var entries = store.entries(first.last(), last.after(), 10);
        store.keep(stolen.seal(Optional.of(first), entries, NOON));
        store.keep(last);

        var report = verify();
        assertThat(texts(report))
                .containsExactly(
                        "the seal of block 2 was not made with the cluster's key: nobody can say whether its entries"
                                + " were changed");
        assertThat(report.good()).isEqualTo(6);
    }

    @Test
    void aSealThatWasEditedIsFound() throws Exception {
        sealedBlocks(1);
        var good = store.lastSeal().orElseThrow();
        remove(numbers().getLast());
        removeSealsFrom(1);
        store.keep(new AuditSeal(
                1, good.after(), good.last() - 1, good.at(), good.previous(), good.entries(), good.sum()));
        assertThat(texts(verify())).singleElement().asString().contains("not made with the cluster's key");
    }
}
