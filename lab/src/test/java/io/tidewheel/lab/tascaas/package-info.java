@NullMarked
package io.tidewheel.lab.tascaas;

import org.jspecify.annotations.NullMarked;
