/** Iterative jobs as people see them: how far one is, and what each of its partitions does. */
@NullMarked
package io.tidewheel.cli.jobs;

import org.jspecify.annotations.NullMarked;
