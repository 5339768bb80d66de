/** What is wrong with a workflow or a macro although it can be read: names that do not fit together, circles, values of the wrong kind, work that nobody can do. */
@NullMarked
package io.tidewheel.workflow.check;

import org.jspecify.annotations.NullMarked;
