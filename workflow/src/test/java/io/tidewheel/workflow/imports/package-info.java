@NullMarked
package io.tidewheel.workflow.imports;

import org.jspecify.annotations.NullMarked;
