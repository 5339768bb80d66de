@NullMarked
package io.tidewheel.cli.jobs;

import org.jspecify.annotations.NullMarked;
