/** From a workflow to process chains: macros are expanded, loops unrolled as far as wanted, and the graph cut into chains whenever more of it becomes known. */
@NullMarked
package io.tidewheel.workflow.chains;

import org.jspecify.annotations.NullMarked;
