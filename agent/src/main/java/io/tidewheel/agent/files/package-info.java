/**
 * The files of a chain: the folders that are made for its commands, and what they read and made, found, counted and hashed. Everything
 * here may take long, on folders of any size and disks of any kind, and passes a {@link io.tidewheel.agent.files.Checkpoint} at every
 * step.
 */
@NullMarked
package io.tidewheel.agent.files;

import org.jspecify.annotations.NullMarked;
