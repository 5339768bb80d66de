@NullMarked
package io.tidewheel.autoscaling.elastic;

import org.jspecify.annotations.NullMarked;
