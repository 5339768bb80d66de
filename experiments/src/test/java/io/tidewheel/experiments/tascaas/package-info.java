@NullMarked
package io.tidewheel.experiments.tascaas;

import org.jspecify.annotations.NullMarked;
