/** What commands share on their command line: options that all of them have, options made without annotations, and how values are read. */
@NullMarked
package io.tidewheel.cli.options;

import org.jspecify.annotations.NullMarked;
