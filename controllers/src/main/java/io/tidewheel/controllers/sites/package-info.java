/**
 * Foreign infrastructures that pull partitions of iterative jobs: which sites there are, who may begin which partition, what they are told of the capacity
 * that is wanted, and what becomes of their reports and results. How they speak is the matter of the endpoint before this.
 */
@NullMarked
package io.tidewheel.controllers.sites;

import org.jspecify.annotations.NullMarked;
