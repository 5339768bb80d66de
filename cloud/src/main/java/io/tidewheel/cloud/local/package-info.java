/**
 * Machines that are child processes of the server: a folder each, with what its scripts and agents write, and the processes that run there.
 * They outlive a server that is killed, and are found again by the folders.
 */
@NullMarked
package io.tidewheel.cloud.local;

import org.jspecify.annotations.NullMarked;
