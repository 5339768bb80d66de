package io.tidewheel.controllers.workflows;

import io.tidewheel.model.CountedNoun;
import io.tidewheel.protocol.wire.Collect;
import io.tidewheel.protocol.wire.CollectKind;
import io.tidewheel.protocol.wire.Collected;
import io.tidewheel.protocol.wire.Command;
import io.tidewheel.protocol.wire.FileFacts;
import io.tidewheel.protocol.wire.Outcome;
import io.tidewheel.protocol.wire.Reuse;
import io.tidewheel.protocol.wire.ReuseInput;
import io.tidewheel.protocol.wire.ReuseOutput;
import io.tidewheel.protocol.wire.Work;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A chain beside an earlier one of the same actions. If the two would do the same, it tells what the inputs must be and where the results
 * are; if not, the first difference.
 */
final class ChainComparison {
    /** What a run names its files: the same for every run but for these parts. */
    private static final Pattern GIVEN = Pattern.compile("[a-z2-7]{20}");

    private static final Pattern RUN_FOLDER = Pattern.compile("^.*/run-\\d+/");
    /** In a chain's own folder there is nothing else under such names. */
    private static final String STAGED = ChainFiles.FOLDER + "/run-";

    private static final int SHOWN = 100;
    private static final int MOST_BYTES = 1 << 20;

    private final String origin;
    private final Work old;
    private final Outcome outcome;
    private final Work fresh;
    private final Optional<ChainFiles> kept;
    private final Instant now;
    private final TreeMap<String, FileFacts> read = new TreeMap<>();
    private final Set<String> made = new HashSet<>();

    /** Thrown where the comparison ends. */
    private static final class Different extends Exception {
        private static final long serialVersionUID = 1;

        Different(String how) {
            super(how, null, false, false);
        }
    }

    /** @param kept where the earlier chain's files are, if they are not on a shared disk */
    ChainComparison(String origin, Work old, Outcome outcome, Work fresh, Optional<ChainFiles> kept, Instant now) {
        this.origin = origin;
        this.old = old;
        this.outcome = outcome;
        this.fresh = fresh;
        this.kept = kept;
        this.now = now;
    }

    static Reuse miss(String why) {
        return Reuse.newBuilder().setMiss(why).build();
    }

    Reuse reuse() {
        try {
            compareCommands();
            compareFetched();
            var reuse = Reuse.newBuilder().setOrigin(origin);
            addInputs(reuse);
            addOutputs(reuse);
            var built = reuse.build();
            return built.getSerializedSize() > MOST_BYTES ? miss("it has too many files to look after") : built;
        } catch (Different found) {
            return miss(String.valueOf(found.getMessage()));
        }
    }

    private void compareCommands() throws Different {
        if (old.getCommandsCount() != fresh.getCommandsCount())
            throw new Different("it has other commands than before");
        for (int i = 0; i < old.getCommandsCount(); i++) compare(old.getCommands(i), fresh.getCommands(i));
    }

    /**
     * Compares the hashes of the files that are fetched: they are known beforehand, so that nobody has to fetch a file to see whether it
     * is the same.
     */
    private void compareFetched() throws Different {
        boolean staged = fresh.getStageInCount() + fresh.getStageOutCount() > 0;
        if (staged != (old.getStageInCount() + old.getStageOutCount() > 0))
            throw new Different(
                    staged ? "the earlier run had its files on a shared disk" : "the earlier run had its files staged");
        if (old.getStageInCount() != fresh.getStageInCount())
            throw new Different("it fetches %s instead of %d"
                    .formatted(CountedNoun.of(fresh.getStageInCount(), "file"), old.getStageInCount()));
        for (int i = 0; i < fresh.getStageInCount(); i++) {
            var before = old.getStageIn(i);
            var now = fresh.getStageIn(i);
            if (!before.getSha256().equals(now.getSha256())
                    || before.getExecutable() != now.getExecutable()
                    || before.getUnpack() != now.getUnpack())
                throw new Different("input %s changed".formatted(shown(now.getPath())));
        }
    }

    private static void compare(Command before, Command now) throws Different {
        var label = now.getLabel();
        if (!before.getLabel().equals(label))
            throw new Different("%s: was %s".formatted(shown(label), shown(before.getLabel())));
        if (before.getRuntime() != now.getRuntime()
                || !before.getImage().equals(now.getImage())
                || before.getSleepMicros() != now.getSleepMicros()
                || !before.getEnvironmentMap().equals(now.getEnvironmentMap()))
            throw new Different("%s: is run in another way".formatted(shown(label)));
        compareArguments(before, now);
        if (before.getInputFilesCount() != now.getInputFilesCount()
                || before.getCollectCount() != now.getCollectCount())
            throw new Different("%s: reads or makes other files than before".formatted(shown(label)));
        for (int i = 0; i < now.getCollectCount(); i++) {
            var one = before.getCollect(i);
            var other = now.getCollect(i);
            if (!one.getName().equals(other.getName()) || one.getKind() != other.getKind())
                throw new Different(
                        "%s: output %s is another than before".formatted(shown(label), shown(other.getName())));
        }
    }

    private static void compareArguments(Command before, Command now) throws Different {
        int count = now.getArgumentsCount();
        if (before.getArgumentsCount() != count)
            throw new Different("%s: has %s instead of %d"
                    .formatted(shown(now.getLabel()), CountedNoun.of(count, "argument"), before.getArgumentsCount()));
        var filesBefore = new HashSet<>(before.getInputFilesList());
        var filesNow = new HashSet<>(now.getInputFilesList());
        for (int i = 0; i < count; i++) {
            var one = before.getArguments(i);
            var other = now.getArguments(i);
            if (!plain(one, before, filesBefore).equals(plain(other, now, filesNow)))
                throw new Different("%s: argument %d changed: %s -> %s"
                        .formatted(shown(now.getLabel()), i, shown(one), shown(other)));
        }
    }

    /** An argument as it would be in any run. */
    private static String plain(String argument, Command command, Set<String> files) {
        for (int i = 0; i < command.getCollectCount(); i++) {
            if (command.getCollect(i).getPath().equals(argument)) return "output " + i;
        }
        boolean isFile = files.contains(argument) || argument.startsWith(STAGED);
        if (!isFile || !GIVEN.matcher(argument).find()) return "is " + argument;
        var inFolder = RUN_FOLDER.matcher(argument).replaceFirst("");
        return "file " + GIVEN.matcher(inFolder).replaceAll("*");
    }

    private void addInputs(Reuse.Builder reuse) throws Different {
        for (var file : outcome.getInputsList()) {
            var other = read.put(file.getPath(), file);
            if (other != null && !other.getSha256().equals(file.getSha256()))
                throw new Different("input %s changed while it was used".formatted(shown(file.getPath())));
        }
        for (var command : old.getCommandsList()) {
            for (var wish : command.getCollectList()) made.add(wish.getPath());
        }
        var told = new HashSet<String>();
        for (int i = 0; i < old.getCommandsCount(); i++) {
            var before = old.getCommands(i).getInputFilesList();
            for (int j = 0; j < before.size(); j++) {
                var path = fresh.getCommands(i).getInputFiles(j);
                if (!isMadeHere(before.get(j)) && told.add(path)) reuse.addInputs(input(before.get(j), path));
            }
        }
    }

    /** What the chain itself makes on its way is no input of it. */
    private boolean isMadeHere(String path) {
        for (int end = path.length(); end > 0; end = path.lastIndexOf('/', end - 1)) {
            if (made.contains(path.substring(0, end))) return true;
        }
        return false;
    }

    private ReuseInput input(String before, String path) throws Different {
        var input = ReuseInput.newBuilder().setPath(path);
        var whole = read.get(before);
        if (whole != null) input.addFiles(counted(whole, before, "input"));
        var folder = before.endsWith("/") ? before : before + "/";
        for (var file : read.tailMap(folder).values()) {
            if (!file.getPath().startsWith(folder)) break;
            input.addFiles(counted(file, before, "input"));
        }
        return input.build();
    }

    private void addOutputs(Reuse.Builder reuse) throws Different {
        var collected = outcome.getCollectedList();
        int next = 0;
        for (int i = 0; i < old.getCommandsCount(); i++) {
            var wishes = old.getCommands(i).getCollectList();
            for (int j = 0; j < wishes.size(); j++) {
                if (next == collected.size()) throw new Different("the earlier agent did not tell what it made");
                var found = collected.get(next++);
                var wish = fresh.getCommands(i).getCollect(j);
                var output = ReuseOutput.newBuilder()
                        .setName(wish.getName())
                        .setCommand(i)
                        .setFrom(wishes.get(j).getPath())
                        .setTo(wish.getPath())
                        .addAllFiles(counted(found.getFilesList(), wishes.get(j)))
                        .setMissing(found.getMissing())
                        .setStore(wish.getStore())
                        .setFolder(wish.getKind() == CollectKind.DIRECTORY);
                if (kept.isPresent() && !found.getMissing()) addObject(output, found, kept.get());
                reuse.addOutputs(output);
            }
        }
    }

    private void addObject(ReuseOutput.Builder output, Collected found, ChainFiles files) throws Different {
        for (var staged : outcome.getStagedList()) {
            if (!staged.getName().equals(found.getName())) continue;
            output.setUrl(files.fetching(found.getStore(), staged, now)).setStaged(staged);
            return;
        }
        throw new Different("the earlier agent did not bring output %s".formatted(shown(found.getName())));
    }

    private static List<FileFacts> counted(List<FileFacts> files, Collect wish) throws Different {
        var counted = new ArrayList<FileFacts>(files.size());
        for (var file : files) counted.add(counted(file, wish.getPath(), "output"));
        return counted;
    }

    /** The file with its path relative to the given one; refuses a file that does not lie there. */
    private static FileFacts counted(FileFacts file, String from, String what) throws Different {
        if (file.getSha256().isEmpty())
            throw new Different("%s %s is no file with a content".formatted(what, shown(file.getPath())));
        var folder = from.endsWith("/") ? from : from + "/";
        if (file.getPath().equals(from)) return file.toBuilder().setPath("").build();
        if (!file.getPath().startsWith(folder))
            throw new Different("%s %s is not where it should be".formatted(what, shown(file.getPath())));
        return file.toBuilder()
                .setPath(file.getPath().substring(folder.length()))
                .build();
    }

    private static String shown(String text) {
        var line = text.replaceAll("\\p{Cntrl}", " ");
        return "'" + (line.length() <= SHOWN ? line : line.substring(0, SHOWN) + "...") + "'";
    }
}
