@NullMarked
package io.tidewheel.lab.elastic;

import org.jspecify.annotations.NullMarked;
