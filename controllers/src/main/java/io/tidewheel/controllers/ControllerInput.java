package io.tidewheel.controllers;

/**
 * Something that comes in for controllers: news, for which they may want something done, or a question. It is taken in a turn of the engine, and its answer
 * is given when what it changed and had to be durable is so.
 */
@FunctionalInterface
public interface ControllerInput<T> {
    T take(ControllerTurn turn);
}
