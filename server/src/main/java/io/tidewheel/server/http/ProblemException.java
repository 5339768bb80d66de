package io.tidewheel.server.http;

/** Ends the handling of a request with a problem. It carries no stack: nothing went wrong on our side. */
public final class ProblemException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient HttpProblem problem;

    ProblemException(HttpProblem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    public HttpProblem problem() {
        return problem;
    }
}
