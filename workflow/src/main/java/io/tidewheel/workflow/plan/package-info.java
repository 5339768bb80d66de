/** What a workflow will do, told before anything starts. */
@NullMarked
package io.tidewheel.workflow.plan;

import org.jspecify.annotations.NullMarked;
