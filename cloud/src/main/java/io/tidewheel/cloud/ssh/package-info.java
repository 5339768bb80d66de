/**
 * Machines that a user already has, reached with the programs {@code ssh} and {@code scp}. A host is taken by a link in its user's home folder,
 * which says by whom; so it is never taken twice, and it is found again whoever has forgotten it.
 */
@NullMarked
package io.tidewheel.cloud.ssh;

import org.jspecify.annotations.NullMarked;
