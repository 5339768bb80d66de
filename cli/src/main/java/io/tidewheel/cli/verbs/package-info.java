/**
 * The commands that look at runs and change them, start servers and agents, and tell about the program itself. Each is one class with two
 * examples in its help; all talk to a server through {@link io.tidewheel.cli.api.ApiClient}.
 */
@NullMarked
package io.tidewheel.cli.verbs;

import org.jspecify.annotations.NullMarked;
