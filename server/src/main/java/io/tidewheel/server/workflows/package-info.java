/**
 * Workflow runs as the archive, the disks and the object store of this server have them: what the controllers of workflows ask of earlier runs,
 * what people ask of runs, results on a shared disk, and files that nobody needs any more.
 */
@NullMarked
package io.tidewheel.server.workflows;

import org.jspecify.annotations.NullMarked;
