package io.tidewheel.server.objects;

import io.tidewheel.controllers.workflows.FileAddresses;
import io.tidewheel.model.ObjectName;
import io.tidewheel.model.ObjectStore;
import io.tidewheel.model.Owner;
import io.tidewheel.model.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;

/** The files of runs as objects, and the addresses under which agents fetch and bring them. */
public final class RunObjects implements FileAddresses {
    /** A chain may wait so long before its addresses are of no use. */
    public static final Duration VALIDITY = Duration.ofDays(30);

    /** Begins the names of what users have brought. */
    public static final String OF_USERS = "in/";

    /** Begins the names of the inputs of jobs at foreign sites. */
    public static final String OF_SITE_JOBS = "input/";

    private static final long LARGEST = 1L << 50;
    private static final int OWNER_LETTERS = 32;

    private final ObjectStore objects;
    private final ObjectUrls urls;

    public RunObjects(ObjectStore objects, ObjectUrls urls) {
        this.objects = objects;
        this.urls = urls;
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

    @Override
    public String fetching(ObjectName name, Instant now) {
        return signed(ObjectPermission.Use.GET, name, now);
    }

    @Override
    public String adding(ObjectName place, Instant now) {
        return signed(ObjectPermission.Use.POST, place, now);
    }

    private String signed(ObjectPermission.Use use, ObjectName name, Instant now) {
        return urls.sign(new ObjectPermission(use, name, LARGEST, now.plus(VALIDITY)));
    }
}
