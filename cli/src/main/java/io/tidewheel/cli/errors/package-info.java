/** How a command ends that cannot do what it was asked: what is said, and the exit code. Everything else of the program may use it. */
@NullMarked
package io.tidewheel.cli.errors;

import org.jspecify.annotations.NullMarked;
