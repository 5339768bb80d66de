/** What every database must promise, written once; each kind inherits it by saying how to open one. */
@NullMarked
package io.tidewheel.storage;

import org.jspecify.annotations.NullMarked;
