/** The dashboard and the report in a real browser, with real runs behind them. Pictures of what was seen are kept in target/screens. */
@NullMarked
package io.tidewheel.trials.web;

import org.jspecify.annotations.NullMarked;
