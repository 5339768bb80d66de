@NullMarked
package io.tidewheel.bench.commands;

import org.jspecify.annotations.NullMarked;
