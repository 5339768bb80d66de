/**
 * What browsers get: the files of the dashboard, and the report of a run as one file that needs nothing else. The pages are plain
 * JavaScript modules beside this class; they ask the server's REST interface like any other client. {@code draw.js} has all pictures, for
 * the pages and for the report.
 */
@NullMarked
package io.tidewheel.web;

import org.jspecify.annotations.NullMarked;
