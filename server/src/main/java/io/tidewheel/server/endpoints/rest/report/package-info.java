/**
 * Runs in figures and pictures: goes once through the chains of a run and keeps what a page or a report shows of it, which is bounded by
 * the size of the picture and not by the size of the run. Nothing here knows HTTP or JSON.
 */
@NullMarked
package io.tidewheel.server.endpoints.rest.report;

import org.jspecify.annotations.NullMarked;
