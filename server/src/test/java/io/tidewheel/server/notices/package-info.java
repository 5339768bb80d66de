/** Who is told what, and what every notifier promises, for our own and for those of plug-ins. */
@NullMarked
package io.tidewheel.server.notices;

import org.jspecify.annotations.NullMarked;
