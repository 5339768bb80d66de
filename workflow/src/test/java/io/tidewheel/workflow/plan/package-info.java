@NullMarked
package io.tidewheel.workflow.plan;

import org.jspecify.annotations.NullMarked;
