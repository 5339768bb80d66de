@NullMarked
package io.tidewheel.cloud.ssh;

import org.jspecify.annotations.NullMarked;
