/** Tests of the client, with a server of our own at the other end. */
@NullMarked
package io.tidewheel.client;

import org.jspecify.annotations.NullMarked;
