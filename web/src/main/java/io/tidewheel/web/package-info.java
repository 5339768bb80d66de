/**
 * What browsers get: the files of the dashboard, and the report of a run as one file that needs nothing else. The pages are plain
 * JavaScript modules beside this class, one for each page; they ask the server's REST interface like any other client. What they expect of
 * its answers is in {@code src/main/types}. Pictures ({@code draw.js}, {@code curves.js}, {@code timeline.js}, {@code graph.js}) serve the
 * pages and the report.
 */
@NullMarked
package io.tidewheel.web;

import org.jspecify.annotations.NullMarked;
