/**
 * What the two SQL databases have in common: the steps of a commit, the answers of the archive, and the way chains are queued and leased.
 *
 * <p>Queued and leased chains are not kept as a state of each chain but as {@linkplain io.tidewheel.storage.sql.ChainSpan spans}: one row says
 * that hundreds of consecutive chains are ready, or leased to one session. A chain's row is written once, its outcome is written once, and
 * nothing of it is ever updated; so the cost of a chain does not depend on how many others wait, run or have finished, and there is no index
 * of waiting chains to keep, to search or to clean up.
 */
@NullMarked
package io.tidewheel.storage.sql;

import org.jspecify.annotations.NullMarked;
