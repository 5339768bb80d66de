package io.tidewheel.server.objects;

import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Sha256;
import io.tidewheel.model.Time;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * What the files of workflow runs are called as objects, and the addresses under which agents fetch and bring them. Everything is called by
 * its hash, so that an attempt which is late can neither replace nor damage what another one brought.
 */
public final class RunObjects {
    /** A chain may wait so long before its addresses are of no use. */
    public static final Duration VALIDITY = Duration.ofDays(30);

    /** Begins the names of what only the run itself needs. */
    public static final String TEMPORARY = "tmp/";
    /** Begins the names of results. */
    public static final String RESULTS = "out/";
    /** Begins the names of what users have brought. */
    public static final String OF_USERS = "in/";

    /** Begins the names of the inputs of jobs at foreign sites. */
    public static final String OF_SITE_JOBS = "input/";

    private static final long LARGEST = 1L << 50;
    private static final int OWNER_LETTERS = 32;

    private final ObjectStore objects;
    private final ObjectUrls urls;
    private final Time time;

    public RunObjects(ObjectStore objects, ObjectUrls urls, Time time) {
        this.objects = objects;
        this.urls = urls;
        this.time = time;
    }

    /** Below it is what a run has made. */
    public static ObjectName place(boolean result, long run) {
        return new ObjectName((result ? RESULTS : TEMPORARY) + run);
    }

    public static ObjectName of(boolean result, long run, Sha256 hash) {
        return new ObjectName(place(result, run) + "/" + hash.hex());
    }

    /** What an owner has brought. Owners may be called anything, so a hash stands for their names. */
    public static ObjectName of(Owner owner, Sha256 hash) {
        return new ObjectName(OF_USERS + folderOf(owner) + "/" + hash.hex());
    }

    /** What stands for an owner in the names of objects. */
    public static String folderOf(Owner owner) {
        var sum = new Sha256.Sum();
        var name = owner.name().getBytes(StandardCharsets.UTF_8);
        sum.add(name, 0, name.length);
        return sum.take().hex().substring(0, OWNER_LETTERS);
    }

    public ObjectStore objects() {
        return objects;
    }

    /** Where an object can be fetched. */
    public String fetching(ObjectName name) {
        return signed(ObjectPermission.Use.GET, name);
    }

    /** Where objects can be added. */
    public String adding(ObjectName place) {
        return signed(ObjectPermission.Use.POST, place);
    }

    private String signed(ObjectPermission.Use use, ObjectName name) {
        return urls.sign(new ObjectPermission(use, name, LARGEST, time.instant().plus(VALIDITY)));
    }
}
