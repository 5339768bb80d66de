@NullMarked
package io.tidewheel.web;

import org.jspecify.annotations.NullMarked;
