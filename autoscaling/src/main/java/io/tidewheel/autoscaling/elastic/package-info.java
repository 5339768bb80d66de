/**
 * The fleet of one owner under a budget: what is seen of the owner's work and machines goes in, how many machines of which type there should
 * be comes out, with what limited it. Here are the Performance-Feedback Autoscaler and its rivals; what they share is in classes of its own
 * (the graph of the work, the look ahead into it, the purse, buying and letting go). Pure, like all of the folder.
 */
@NullMarked
package io.tidewheel.autoscaling.elastic;

import org.jspecify.annotations.NullMarked;
