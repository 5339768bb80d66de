/**
 * What TaScaaS's daemons and RUPER-LB's clients send and expect, to the letter: their calls read into records, our answers written as they parse them.
 * {@code TascaasService} answers them, with the decisions of {@code balancing}. Two things differ on purpose: a number that is none is answered with 400 and a sentence, where
 * the original falls over with 502, and field names in a job file that nobody knows are reported.
 */
@NullMarked
package io.tidewheel.server.endpoints.tascaas;

import org.jspecify.annotations.NullMarked;
