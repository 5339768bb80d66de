/** Tests of what the server knows about iterative jobs. */
@NullMarked
package io.tidewheel.server.jobs;

import org.jspecify.annotations.NullMarked;
