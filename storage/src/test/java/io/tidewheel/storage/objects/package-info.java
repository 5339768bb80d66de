/** Tests of the places where objects are kept. */
@NullMarked
package io.tidewheel.storage.objects;

import org.jspecify.annotations.NullMarked;
