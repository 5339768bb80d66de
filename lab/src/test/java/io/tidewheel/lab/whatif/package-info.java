@NullMarked
package io.tidewheel.lab.whatif;

import org.jspecify.annotations.NullMarked;
