@NullMarked
package io.tidewheel.workflow.graph;

import org.jspecify.annotations.NullMarked;
