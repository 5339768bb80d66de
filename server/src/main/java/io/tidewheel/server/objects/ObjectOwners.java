package io.tidewheel.server.objects;

import io.tidewheel.controllers.workflows.RunObjectNames;
import io.tidewheel.model.ObjectFacts;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Role;
import io.tidewheel.model.RunId;
import io.tidewheel.server.access.Caller;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/** Which owner an object belongs to: its name tells the owner, the run or the job. All others are the administrator's. */
public final class ObjectOwners {
    /** Begins the names of what foreign sites have brought; the job follows. */
    public static final String SITE_RESULTS = "output/results/";

    /** Below it is a mark for each owner's jobs at foreign sites, since the names of their results tell the job alone. */
    private static final String MARKS = "jobs/owner/";

    private static final int PAGE = 1_000;
    /** How many pages of the store are looked at for one page of the caller's. */
    private static final int MOST_PAGES = 20;

    private static final int MOST_JOBS = 100_000;
    /** Comes after every hash. */
    private static final String LAST = "/zz";

    private final ObjectStore objects;
    private final Function<RunId, Optional<Owner>> ownerOf;

    public ObjectOwners(ObjectStore objects, Function<RunId, Optional<Owner>> ownerOf) {
        this.objects = objects;
        this.ownerOf = ownerOf;
    }

    /** The object that must be there before a site can bring results of an owner's job. */
    public static ObjectName markOf(Owner owner, String job) {
        return new ObjectName(marksOf(owner) + job);
    }

    private static String marksOf(Owner owner) {
        return MARKS + RunObjects.folderOf(owner) + "/";
    }

    public boolean maySee(Caller caller, ObjectName name) {
        if (caller.role() == Role.ADMIN) return true;
        if (!caller.maySee(caller.owner())) return false;
        var parts = name.text().split("/", -1);
        return switch (parts[0] + "/") {
            case RunObjects.OF_USERS, RunObjects.OF_SITE_JOBS ->
                parts.length > 2 && parts[1].equals(RunObjects.folderOf(caller.owner()));
            case RunObjectNames.RESULTS, RunObjectNames.TEMPORARY ->
                parts.length > 2 && isRunOf(caller.owner(), parts[1]);
            default -> name.text().startsWith(SITE_RESULTS) && isJobOf(caller.owner(), parts[2]);
        };
    }

    private boolean isRunOf(Owner owner, String run) {
        return run.matches("[1-9][0-9]{0,17}")
                && ownerOf.apply(new RunId(Long.parseLong(run)))
                        .filter(owner::equals)
                        .isPresent();
    }

    private boolean isJobOf(Owner owner, String job) {
        return objects.find(markOf(owner, job)).isPresent();
    }

    /**
     * Some objects in order of their names.
     *
     * @param next after which there may be more; it names nothing of another owner but the number of a run
     */
    public record Page(List<ObjectFacts> found, Optional<ObjectName> next) {}

    /** What a caller may see whose name begins so and comes after another. A page may have less than the limit although more follows. */
    public Page list(Caller caller, String prefix, Optional<ObjectName> after, int limit) {
        var search = new Search(caller, limit, after);
        boolean all = caller.role() == Role.ADMIN;
        for (var place : all ? List.of(prefix) : places(caller.owner(), prefix))
            if (!search.look(place)) return new Page(search.found, search.after);
        return new Page(search.found, Optional.empty());
    }

    /** Where something of the owner can be, in order of names: only places of runs are shared with others. */
    private List<String> places(Owner owner, String prefix) {
        var folder = RunObjects.folderOf(owner) + "/";
        var all = new ArrayList<>(List.of(
                RunObjects.OF_USERS + folder,
                RunObjects.OF_SITE_JOBS + folder,
                RunObjectNames.RESULTS,
                RunObjectNames.TEMPORARY));
        if (prefix.startsWith(SITE_RESULTS) || SITE_RESULTS.startsWith(prefix)) {
            var marks = marksOf(owner);
            for (var mark : objects.list(marks, Optional.empty(), MOST_JOBS))
                all.add(SITE_RESULTS + mark.name().text().substring(marks.length()) + "/");
        }
        var wanted = new TreeSet<String>();
        for (var place : all) {
            if (place.startsWith(prefix)) wanted.add(place);
            else if (prefix.startsWith(place)) wanted.add(prefix);
        }
        return List.copyOf(wanted);
    }

    /** What was found so far, and how far that is. */
    private final class Search {
        final List<ObjectFacts> found = new ArrayList<>();
        Optional<ObjectName> after;

        private final Caller caller;
        private final int limit;
        private final Map<String, Boolean> known = new HashMap<>();
        private int fullPages;

        Search(Caller caller, int limit, Optional<ObjectName> after) {
            this.caller = caller;
            this.limit = limit;
            this.after = after;
        }

        /** False if it has ended before the place has: enough is found, or enough was looked at. */
        boolean look(String place) {
            while (true) {
                var page = objects.list(place, after, PAGE);
                for (var facts : page) if (isVisible(facts.name()) && !take(facts)) return false;
                if (page.size() < PAGE) return true;
                skip(page.getLast().name());
                if (++fullPages == MOST_PAGES) return false;
            }
        }

        private boolean take(ObjectFacts facts) {
            if (found.size() == limit) return false;
            found.add(facts);
            after = Optional.of(facts.name());
            return true;
        }

        /**
         * Skips the rest of a folder in which the caller may not see an object, since he may see none there; and so that its name is not
         * told.
         */
        private void skip(ObjectName last) {
            if (!isVisible(last)) after = Optional.of(new ObjectName(folder(last) + LAST));
        }

        private boolean isVisible(ObjectName name) {
            return known.computeIfAbsent(folder(name), _ -> maySee(caller, name));
        }

        private String folder(ObjectName name) {
            return name.text().substring(0, Math.max(0, name.text().lastIndexOf('/')));
        }
    }
}
