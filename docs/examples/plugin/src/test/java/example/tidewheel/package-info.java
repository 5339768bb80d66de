@NullMarked
package example.tidewheel;

import org.jspecify.annotations.NullMarked;
