/** What a server is told about machines on demand: the files that describe setups and hosts, and the adapters they lead to. */
@NullMarked
package io.tidewheel.cli.fleet;

import org.jspecify.annotations.NullMarked;
