/**
 * End-to-end load with separate client, server and agent processes, beside the machine's own limits measured in the same run: how many
 * processes it can start, how often it can make something durable. Figures are ratios against these where that is possible, because
 * machines differ and are shared.
 */
@NullMarked
package io.tidewheel.bench;

import org.jspecify.annotations.NullMarked;
