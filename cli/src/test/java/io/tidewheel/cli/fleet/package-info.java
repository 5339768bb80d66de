@NullMarked
package io.tidewheel.cli.fleet;

import org.jspecify.annotations.NullMarked;
