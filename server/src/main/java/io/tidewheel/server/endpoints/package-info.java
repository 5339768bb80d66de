/**
 * What several endpoints share: what they need of the server behind them ({@link io.tidewheel.server.endpoints.ServerPorts}), the news of runs, and
 * the streams that are open. Each endpoint is a package below this one, offers its own routes, and knows no other.
 */
@NullMarked
package io.tidewheel.server.endpoints;

import org.jspecify.annotations.NullMarked;
