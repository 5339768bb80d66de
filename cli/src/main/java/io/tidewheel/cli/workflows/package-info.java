/** Workflow files on this machine: finding what is wrong with them, telling what they will do, and taking over those of other systems. No server is needed. */
@NullMarked
package io.tidewheel.cli.workflows;

import org.jspecify.annotations.NullMarked;
