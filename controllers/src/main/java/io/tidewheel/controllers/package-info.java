/**
 * What makes the next chains of a run, and says how it ends: one {@link io.tidewheel.controllers.RunController} per run, one package per kind
 * of run. A controller is told what has happened and answers what comes next. It has no clock, no lock and no thread, so the engine drives it
 * alike under real and under virtual time.
 */
@NullMarked
package io.tidewheel.controllers;

import org.jspecify.annotations.NullMarked;
