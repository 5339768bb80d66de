@NullMarked
package io.tidewheel.experiments.workloads;

import org.jspecify.annotations.NullMarked;
