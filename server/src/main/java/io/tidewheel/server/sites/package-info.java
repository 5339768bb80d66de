/**
 * Jobs that foreign sites do: the files that become such jobs, what is written down of their partitions, and what people see of the sites.
 */
@NullMarked
package io.tidewheel.server.sites;

import org.jspecify.annotations.NullMarked;
