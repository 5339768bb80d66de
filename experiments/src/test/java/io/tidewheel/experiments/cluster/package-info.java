@NullMarked
package io.tidewheel.experiments.cluster;

import org.jspecify.annotations.NullMarked;
