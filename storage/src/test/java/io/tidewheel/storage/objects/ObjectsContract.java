package io.tidewheel.storage.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.model.ObjectFacts;
import io.tidewheel.model.ObjectFailure;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every place where objects are kept promises. */
public abstract class ObjectsContract {
    private static final ObjectName NAME = new ObjectName("run-1/chain-2/result.txt");

    protected ObjectStore objects;

    protected abstract ObjectStore openEmpty() throws Exception;

    @BeforeEach
    void open() throws Exception {
        objects = openEmpty();
    }

    @Test
    void whatIsPutIsThereWithItsSizeAndHash() throws Exception {
        var facts = put(NAME, "abc");
        assertThat(facts.size()).isEqualTo(3);
        assertThat(facts.sha256().hex()).isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assertThat(objects.find(NAME)).contains(facts);
        assertThat(text(NAME)).isEqualTo("abc");
    }

    @Test
    void theLastOneCountsAndAnEmptyOneIsOneToo() throws Exception {
        put(NAME, "first");
        put(NAME, "");
        assertThat(text(NAME)).isEmpty();
        assertThat(objects.find(NAME).orElseThrow().size()).isZero();
    }

    @Test
    void whatIsNotThereIsNotFound() throws Exception {
        assertThat(objects.find(NAME)).isEmpty();
        assertThat(objects.get(NAME, (_, _, _) -> {})).isEmpty();
        assertThat(objects.delete(NAME)).isFalse();
        put(NAME, "x");
        assertThat(objects.find(new ObjectName("run-1/chain-2"))).isEmpty();
        assertThat(objects.find(new ObjectName("run-1/chain-2/result.txt/below")))
                .isEmpty();
    }

    @Test
    void anObjectAndAFolderMayHaveTheSameName() throws Exception {
        put(new ObjectName("a"), "object");
        put(new ObjectName("a/b"), "inside");
        put(new ObjectName("a.o/b"), "other");
        put(new ObjectName("a.d"), "another");
        assertThat(text(new ObjectName("a"))).isEqualTo("object");
        assertThat(text(new ObjectName("a/b"))).isEqualTo("inside");
        assertThat(names("", Optional.empty(), 9)).containsExactly("a", "a.d", "a.o/b", "a/b");
    }

    @Test
    void whatIsRefusedLeavesWhatWasThere() throws Exception {
        put(NAME, "before");
        var wrong = Optional.of(put(new ObjectName("other"), "other").sha256());
        refused(ObjectFailure.Kind.WRONG_CONTENT, () -> objects.put(NAME, source("after"), 100, wrong));
        refused(ObjectFailure.Kind.TOO_LARGE, () -> objects.put(NAME, source("after"), 4, Optional.empty()));
        refused(
                ObjectFailure.Kind.BROKEN_OFF,
                () -> objects.put(
                        NAME,
                        (_, _, _) -> {
                            throw new IOException("the line is dead");
                        },
                        100,
                        Optional.empty()));
        assertThat(text(NAME)).isEqualTo("before");
        assertThat(names("", Optional.empty(), 9)).containsExactly("other", NAME.text());
    }

    @Test
    void aContentOfJustTheAgreedSizeAndHashIsTaken() {
        var hash = put(new ObjectName("other"), "four").sha256();
        assertThat(objects.put(NAME, source("four"), 4, Optional.of(hash)).size())
                .isEqualTo(4);
    }

    @Test
    void listsComeInOrderAndInPages() {
        for (var name : List.of("b/2", "b/10", "a", "b/1/x", "c", "b-1")) put(new ObjectName(name), name);
        assertThat(names("", Optional.empty(), 100)).containsExactly("a", "b-1", "b/1/x", "b/10", "b/2", "c");
        assertThat(names("b/", Optional.empty(), 100)).containsExactly("b/1/x", "b/10", "b/2");
        assertThat(names("b/1", Optional.empty(), 100)).containsExactly("b/1/x", "b/10");
        assertThat(names("b/1/", Optional.of(new ObjectName("b/1")), 100)).containsExactly("b/1/x");
        for (var none : List.of("x", "x/", "a/", "/", "//", "../", "b/../", "./a", "b/1/x/", "\0/"))
            assertThat(names(none, Optional.empty(), 100)).as(none).isEmpty();
        var all = new ArrayList<String>();
        Optional<ObjectName> after = Optional.empty();
        for (var page = objects.list("", after, 2); !page.isEmpty(); page = objects.list("", after, 2)) {
            for (var facts : page) all.add(facts.name().text());
            after = Optional.of(page.getLast().name());
        }
        assertThat(all).containsExactly("a", "b-1", "b/1/x", "b/10", "b/2", "c");
    }

    @Test
    void whatIsDeletedIsGoneAndItsNameIsFree() throws Exception {
        put(NAME, "x");
        assertThat(objects.delete(NAME)).isTrue();
        assertThat(objects.find(NAME)).isEmpty();
        assertThat(names("", Optional.empty(), 9)).isEmpty();
        put(NAME, "y");
        assertThat(text(NAME)).isEqualTo("y");
    }

    @Test
    void readersSeeWholeObjectsWhileOthersWrite() throws Exception {
        put(NAME, "a".repeat(200_000));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var work = new ArrayList<Callable<String>>();
            for (int i = 0; i < 10; i++) {
                var letter = Character.toString('b' + i);
                work.add(() -> {
                    put(NAME, letter.repeat(200_000));
                    return "";
                });
                work.add(() -> text(NAME));
            }
            for (var read : threads.invokeAll(work)) {
                var content = read.resultNow();
                if (!content.isEmpty())
                    assertThat(content).isEqualTo(content.substring(0, 1).repeat(200_000));
            }
        }
    }

    @Test
    void removingAndWritingInTheSameFolderDoNotDisturbEachOther() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var work = new ArrayList<Callable<ObjectFacts>>();
            for (int i = 0; i < 20; i++) {
                var passing = new ObjectName("folder/passing-" + i);
                var lasting = new ObjectName("folder/lasting-" + i);
                work.add(() -> {
                    put(passing, "x");
                    objects.delete(passing);
                    return put(lasting, "x");
                });
            }
            assertThat(threads.invokeAll(work)).extracting(Future::resultNow).hasSize(20);
        }
        assertThat(names("folder/", Optional.empty(), 100)).hasSize(20);
    }

    @Test
    void whatASinkThrowsIsPassedOn() {
        put(NAME, "x");
        assertThatThrownBy(() -> objects.get(NAME, (_, _, _) -> {
                    throw new IOException("the reader has gone");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("the reader has gone");
    }

    @Test
    void aPartIsWrittenAsFarAsItIsThere() throws Exception {
        put(NAME, "0123456789".repeat(20_000));
        assertThat(part(3, 4)).isEqualTo("3456");
        assertThat(part(65_530, 10)).isEqualTo("0123456789");
        assertThat(part(1, 150_000)).hasSize(150_000).startsWith("123").endsWith("890");
        assertThat(part(199_998, 100)).isEqualTo("89");
        assertThat(part(500_000, 1)).isEmpty();
        assertThat(part(0, 0)).isEmpty();
        assertThat(objects.part(new ObjectName("nobody"), 0, 1, (_, _, _) -> {}))
                .isEmpty();
    }

    private String part(long offset, long size) throws IOException {
        var bytes = new ByteArrayOutputStream();
        assertThat(objects.part(NAME, offset, size, bytes::write)).isPresent();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aCopyStaysWhenTheFirstIsGone() throws Exception {
        var copy = new ObjectName("elsewhere/copy");
        put(NAME, "abc");
        put(copy, "other");
        assertThat(objects.copy(NAME, copy).orElseThrow().sha256())
                .isEqualTo(objects.find(NAME).orElseThrow().sha256());
        objects.delete(NAME);
        assertThat(text(copy)).isEqualTo("abc");
        assertThat(objects.copy(NAME, new ObjectName("third"))).isEmpty();
        assertThat(objects.find(new ObjectName("third"))).isEmpty();
    }

    @Test
    void whatIsRenewedCountsAsBroughtThen() {
        put(NAME, "abc");
        var later = Instant.parse("2040-01-01T00:00:00Z");
        assertThat(objects.renew(NAME, later)).isTrue();
        assertThat(objects.find(NAME).orElseThrow().since()).isEqualTo(later);
        assertThat(objects.list("", Optional.empty(), 1).getFirst().since()).isEqualTo(later);
        assertThat(objects.renew(new ObjectName("nobody"), later)).isFalse();
    }

    protected final ObjectFacts put(ObjectName name, String content) {
        return objects.put(name, source(content), Long.MAX_VALUE, Optional.empty());
    }

    protected static ObjectStore.Source source(String content) {
        return new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8))::read;
    }

    protected final String text(ObjectName name) throws IOException {
        var bytes = new ByteArrayOutputStream();
        assertThat(objects.get(name, bytes::write)).isPresent();
        return bytes.toString(StandardCharsets.UTF_8);
    }

    protected final List<String> names(String prefix, Optional<ObjectName> after, int limit) {
        return objects.list(prefix, after, limit).stream()
                .map(facts -> facts.name().text())
                .toList();
    }

    protected static void refused(ObjectFailure.Kind kind, Runnable action) {
        assertThatThrownBy(action::run)
                .isInstanceOfSatisfying(
                        ObjectFailure.class,
                        failure -> assertThat(failure.kind()).isEqualTo(kind));
    }
}
