/** What every link to a queue promises, for our own and for those of plug-ins. */
@NullMarked
package io.tidewheel.protocol.links;

import org.jspecify.annotations.NullMarked;
