/** Workflows as pictures: which action waits for which, and the same with similar actions drawn as one. */
@NullMarked
package io.tidewheel.workflow.graph;

import org.jspecify.annotations.NullMarked;
