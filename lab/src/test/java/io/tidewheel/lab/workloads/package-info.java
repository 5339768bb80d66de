@NullMarked
package io.tidewheel.lab.workloads;

import org.jspecify.annotations.NullMarked;
