package io.tidewheel.model;

/**
 * A chain to be added.
 *
 * @param parameter what tells it apart from others made of the same template: an array's value, a line of a file; may be empty
 * @param body its own command; {@link Payload#NONE} if the lane's template is to be used
 */
public record NewChain(String parameter, Payload body) {}
