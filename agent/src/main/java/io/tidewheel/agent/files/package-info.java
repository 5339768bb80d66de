/**
 * The files of a chain: the folders that are made for its commands, what they read and made, found, counted and hashed, and how files come
 * from other machines and go to them where no disk is shared. Everything here may take long, on folders of any size and disks and lines of
 * any kind, and passes a {@link io.tidewheel.agent.files.StopCheck} at every step.
 */
@NullMarked
package io.tidewheel.agent.files;

import org.jspecify.annotations.NullMarked;
