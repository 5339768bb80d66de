package io.tidewheel.workflow.text;

import io.tidewheel.workflow.Complaint;
import io.tidewheel.workflow.text.SourceTree.Field;
import io.tidewheel.workflow.text.SourceTree.Mapping;
import io.tidewheel.workflow.text.SourceTree.Scalar;
import io.tidewheel.workflow.text.SourceTree.Sequence;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads YAML or JSON into a tree, within limits: on the length of the text, on the depth, and on how much a text can grow through aliases.
 * One that is broken, too large, or has a field twice gives a complaint instead.
 */
public final class SourceTreeReader {
    public static final int MAX_LENGTH = 256 << 20;
    public static final int MAX_DEPTH = 100;
    /** How many nodes there may be when every alias has been replaced by what it stands for. */
    public static final long MAX_NODES = 50_000_000;
    /** How many of them may come from aliases: a text of a few lines can stand for more than any memory holds. */
    public static final long MAX_ALIASED = 100_000;

    /** What a value takes in the tree and in what is made of it. */
    private static final int BYTES_PER_NODE = 64;

    private final String root;
    private final Deque<Open> open = new ArrayDeque<>();
    private final Map<String, Anchored> anchors = new HashMap<>();
    private long nodes;
    private long aliased;
    private @Nullable SourceTree whole;

    /** A list or object whose end has not come yet. */
    private static final class Open {
        final @Nullable List<SourceTree> items;
        final @Nullable List<Field> fields;
        final int line;
        final int column;
        final Optional<String> anchor;
        final long nodesBefore;

        @Nullable
        Scalar key;

        @Nullable
        HashSet<String> manyKeys;

        Open(boolean list, int line, int column, Optional<String> anchor, long nodesBefore) {
            this.items = list ? new ArrayList<>() : null;
            this.fields = list ? null : new ArrayList<>();
            this.line = line;
            this.column = column;
            this.anchor = anchor;
            this.nodesBefore = nodesBefore;
        }
    }

    private record Anchored(SourceTree tree, long nodes) {}

    private SourceTreeReader(String root) {
        this.root = root;
    }

    /** @param root what the text as a whole is called in the paths of complaints */
    public static ReadResult<SourceTree> read(String root, String text) {
        if (text.length() > MAX_LENGTH) {
            return ReadResult.refused(new Complaint(
                    root,
                    1,
                    1,
                    "the text has %d characters; at most %d can be read".formatted(text.length(), MAX_LENGTH),
                    "split it into smaller files"));
        }
        var quick = QuickTreeReader.read(text);
        return quick.isPresent() ? ReadResult.of(quick.get()) : readFully(root, text);
    }

    /**
     * About how many bytes of memory a text will take when it is read, besides the text itself; known without reading it. Every value stands
     * behind one of a few characters, so there are no more values than of these.
     */
    public static long weight(String text) {
        long values = 1;
        boolean anchors = false;
        boolean aliases = false;
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case ',', '[', '{', ':', '\n', '\r', '?' -> values++;
                case '-' -> values += i + 1 < text.length() && text.charAt(i + 1) <= ' ' ? 1 : 0;
                case '&' -> anchors = true;
                case '*' -> aliases = true;
                default -> {}
            }
        }
        return BYTES_PER_NODE * (values + (anchors && aliases ? MAX_ALIASED : 0));
    }

    /** Reads any YAML there is. */
    static ReadResult<SourceTree> readFully(String root, String text) {
        return new SourceTreeReader(root).parse(text);
    }

    private ReadResult<SourceTree> parse(String text) {
        var settings = LoadSettings.builder()
                .setCodePointLimit(MAX_LENGTH)
                .setUseMarks(true)
                .setBufferSize(8_192)
                .build();
        try {
            for (var event : new Parse(settings).parseString(withoutTabs(text))) take(event);
        } catch (Refused refused) {
            return ReadResult.refused(refused.complaint);
        } catch (MarkedYamlEngineException broken) {
            var at = broken.getProblemMark();
            return ReadResult.refused(new Complaint(
                    root,
                    at.map(mark -> mark.getLine() + 1).orElse(1),
                    at.map(mark -> mark.getColumn() + 1).orElse(1),
                    "this is not YAML or JSON: " + oneLine(broken.getProblem()),
                    "check indentation, quotes and brackets here and on the lines before"));
        } catch (YamlEngineException broken) {
            return ReadResult.refused(new Complaint(
                    root,
                    1,
                    1,
                    "this is not YAML or JSON: " + oneLine(String.valueOf(broken.getMessage())),
                    "check the file"));
        }
        var tree = whole;
        if (tree == null || (tree instanceof Scalar scalar && scalar.isNull())) {
            return ReadResult.refused(new Complaint(root, 1, 1, "the text is empty", "write a " + root + " into it"));
        }
        return ReadResult.of(tree);
    }

    /** JSON may be indented with tabs, which YAML forbids; blanks in their place change neither meaning nor positions. */
    private static String withoutTabs(String text) {
        int first = 0;
        while (first < text.length() && Character.isWhitespace(text.charAt(first))) first++;
        boolean json = first < text.length() && (text.charAt(first) == '{' || text.charAt(first) == '[');
        if (!json || text.indexOf('\t') < 0) return text;
        var clean = text.toCharArray();
        boolean quoted = false;
        for (int i = 0; i < clean.length; i++) {
            if (quoted && clean[i] == '\\') i++;
            else if (clean[i] == '"') quoted = !quoted;
            else if (!quoted && clean[i] == '\t') clean[i] = ' ';
        }
        return new String(clean);
    }

    private static String oneLine(String text) {
        return text.replace('\n', ' ').strip();
    }

    private void take(Event event) {
        switch (event) {
            case ScalarEvent scalar -> scalar(scalar);
            case SequenceStartEvent start -> begin(start, true);
            case MappingStartEvent start -> begin(start, false);
            case CollectionEndEvent _ -> end();
            case AliasEvent alias -> alias(alias);
            case DocumentStartEvent start -> {
                if (whole != null) {
                    throw refused(
                            line(start), column(start), "a second document begins here", "one file, one document");
                }
            }
            default -> {}
        }
    }

    private void scalar(ScalarEvent event) {
        var tree =
                new Scalar(event.getValue(), event.getScalarStyle() == ScalarStyle.PLAIN, line(event), column(event));
        count(1, tree.line(), tree.column());
        event.getAnchor().ifPresent(anchor -> anchors.put(anchor.getValue(), new Anchored(tree, 1)));
        add(tree);
    }

    private void begin(NodeEvent event, boolean list) {
        if (open.size() >= MAX_DEPTH) {
            throw refused(
                    line(event),
                    column(event),
                    "lists and objects are nested more than %d deep".formatted(MAX_DEPTH),
                    "use fewer levels");
        }
        open.push(
                new Open(list, line(event), column(event), event.getAnchor().map(anchor -> anchor.getValue()), nodes));
        count(1, line(event), column(event));
    }

    private void end() {
        var done = open.pop();
        SourceTree tree;
        if (done.items != null) tree = new Sequence(done.items, done.line, done.column);
        else if (done.fields != null) tree = new Mapping(done.fields, done.line, done.column);
        else throw new IllegalStateException("neither list nor object");
        done.anchor.ifPresent(anchor -> anchors.put(anchor, new Anchored(tree, nodes - done.nodesBefore)));
        add(tree);
    }

    private void alias(AliasEvent event) {
        var anchored = anchors.get(event.getAlias().getValue());
        if (anchored == null) {
            throw refused(
                    line(event),
                    column(event),
                    "nothing is called &%s".formatted(event.getAlias().getValue()),
                    "define it before it is used");
        }
        aliased += anchored.nodes();
        if (aliased > MAX_ALIASED) {
            throw refused(
                    line(event),
                    column(event),
                    "the aliases up to here stand for more than %d values".formatted(MAX_ALIASED),
                    "write fewer, or shorter ones");
        }
        count(anchored.nodes(), line(event), column(event));
        add(anchored.tree());
    }

    private void count(long more, int line, int column) {
        nodes += more;
        if (nodes > MAX_NODES) {
            throw refused(line, column, "the text has more than %d values".formatted(MAX_NODES), "split it");
        }
    }

    private void add(SourceTree tree) {
        var around = open.peek();
        if (around == null) {
            whole = tree;
        } else if (around.items != null) {
            around.items.add(tree);
        } else if (around.key == null) {
            around.key = key(around, tree);
        } else {
            var key = around.key;
            var fields = around.fields;
            if (fields != null) fields.add(new Field(key.text(), tree, key.line(), key.column()));
            around.key = null;
        }
    }

    private Scalar key(Open around, SourceTree tree) {
        if (!(tree instanceof Scalar key)) {
            throw refused(tree.line(), tree.column(), "the name of a field is a text, not " + tree.kind(), "name it");
        }
        if (isThere(around, key.text())) {
            throw refused(
                    key.line(), key.column(), "field '%s' is there twice".formatted(key.text()), "keep one of them");
        }
        return key;
    }

    /** Few fields are compared one by one; for many a set is worth its price. */
    private static boolean isThere(Open around, String key) {
        var fields = around.fields;
        if (fields == null) return false;
        if (fields.size() < 16) {
            for (var field : fields) {
                if (field.key().equals(key)) return true;
            }
            return false;
        }
        if (around.manyKeys == null) {
            around.manyKeys = new HashSet<>();
            for (var field : fields) around.manyKeys.add(field.key());
        }
        return !around.manyKeys.add(key);
    }

    private static int line(Event event) {
        return event.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }

    private static int column(Event event) {
        return event.getStartMark().map(mark -> mark.getColumn() + 1).orElse(1);
    }

    private Refused refused(int line, int column, String message, String remedy) {
        return new Refused(new Complaint(root, line, column, message, remedy));
    }

    /** Ends the reading from deep inside. */
    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Complaint complaint;

        Refused(Complaint complaint) {
            super(complaint.message(), null, false, false);
            this.complaint = complaint;
        }
    }
}
