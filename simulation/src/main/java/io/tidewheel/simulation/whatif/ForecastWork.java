package io.tidewheel.simulation.whatif;

import io.tidewheel.simulation.workloads.GrowingWorkflow;
import io.tidewheel.simulation.workloads.TimedWorkflow;
import io.tidewheel.simulation.workloads.WorkflowPlay;

/** What is to be played. */
public sealed interface ForecastWork {
    /** How many tasks there are. */
    long tasks();

    /** How many tasks there are of which nobody knows how long they take. */
    long guessed();

    /** How many can be done at the same time, or more. */
    long widest();

    /** How long it takes if nothing stands in its way. */
    double idealSeconds();

    /** Tasks of which is known which waits for which, on every one of the types of machines. */
    record Graph(TimedWorkflow workflow, long guessed) implements ForecastWork {
        @Override
        public long tasks() {
            return workflow.size();
        }

        @Override
        public long widest() {
            return workflow.size();
        }

        @Override
        public double idealSeconds() {
            return workflow.ideal();
        }
    }

    /** A workflow that grows while it is played. */
    record Growing(GrowingWorkflow workflow, WorkflowPlay.Figures figures) implements ForecastWork {
        @Override
        public long tasks() {
            return figures.chains();
        }

        @Override
        public long guessed() {
            return figures.guessed();
        }

        @Override
        public long widest() {
            return figures.widest();
        }

        @Override
        public double idealSeconds() {
            return figures.seconds();
        }
    }
}
