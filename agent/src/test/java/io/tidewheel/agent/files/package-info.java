/** Tests of the files of chains. */
@NullMarked
package io.tidewheel.agent.files;

import org.jspecify.annotations.NullMarked;
