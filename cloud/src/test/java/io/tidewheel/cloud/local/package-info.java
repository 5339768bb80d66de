@NullMarked
package io.tidewheel.cloud.local;

import org.jspecify.annotations.NullMarked;
