package io.tidewheel.server.endpoints.tascaas;

import io.tidewheel.controllers.sites.SiteCaller;
import io.tidewheel.controllers.sites.SiteIdentity;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The names of jobs as sites get them. Such a name says which site was offered partitions of which job, and bears a signature; the
 * clients take it for the job's name and put it into every address, so that they show it without knowing.
 */
final class JobKeys {
    private static final Pattern KEY = Pattern.compile("s([0-9a-f]{16})-([0-9a-f]{32})-(.+)");

    private final SiteIds ids;

    JobKeys(SiteIds ids) {
        this.ids = ids;
    }

    /** Makes a name without blanks, slashes, quotes and wildcards: it goes unquoted through shell scripts. */
    String make(String site, String job) {
        var shown = SiteIdentity.shown(site);
        return "s%s-%s-%s".formatted(shown, signature(shown, job), job);
    }

    /** Which site was offered partitions of which job; empty if the key was not made here. */
    Optional<SiteCaller> read(String key) {
        var parts = KEY.matcher(key);
        if (!parts.matches()) return Optional.empty();
        var job = parts.group(3);
        boolean ours = MessageDigest.isEqual(
                parts.group(2).getBytes(StandardCharsets.US_ASCII),
                signature(parts.group(1), job).getBytes(StandardCharsets.US_ASCII));
        return ours ? Optional.of(new SiteCaller(job, Optional.of(parts.group(1)))) : Optional.empty();
    }

    private String signature(String site, String job) {
        return ids.signature("job", site + "\n" + job);
    }
}
