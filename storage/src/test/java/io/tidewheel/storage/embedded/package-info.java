/** Holds the embedded database to the contract, and to what only it promises. */
@NullMarked
package io.tidewheel.storage.embedded;

import org.jspecify.annotations.NullMarked;
