@NullMarked
package io.tidewheel.lab.pfa;

import org.jspecify.annotations.NullMarked;
