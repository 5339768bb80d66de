@NullMarked
package io.tidewheel.workflow.chains;

import org.jspecify.annotations.NullMarked;
