package io.tidewheel.server.host;

import io.tidewheel.controllers.jobs.ArchivedHistories;
import io.tidewheel.controllers.jobs.KeptHistories;
import io.tidewheel.controllers.sites.SiteController;
import io.tidewheel.model.Archive;
import java.util.Optional;

/**
 * What a server has of foreign sites that do partitions of jobs.
 *
 * @param controller present if there may be some
 * @param courses asked for what was kept of jobs that are taken up
 * @param engineBack called when an engine is there again; must not wait
 */
record ForeignSites(Optional<SiteController> controller, KeptHistories courses, Runnable engineBack) {
    static ForeignSites none(Archive archive) {
        return new ForeignSites(Optional.empty(), new ArchivedHistories(archive), () -> {});
    }
}
