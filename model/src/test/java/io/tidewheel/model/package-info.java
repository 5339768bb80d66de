@NullMarked
package io.tidewheel.model;

import org.jspecify.annotations.NullMarked;
