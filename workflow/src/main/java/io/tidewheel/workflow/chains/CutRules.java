package io.tidewheel.workflow.chains;

/**
 * Where chains are cut behind a fork, and who is asked before they go on.
 *
 * @param cut what a chain does behind a fork
 * @param checks asked about each action before it is added to a chain
 */
public record CutRules(ChainCut cut, ChainChecks checks) {
    /** The rules of a site that has no plug-ins that see chains. */
    public static final CutRules USUAL = new CutRules(ChainCut.ANCESTOR, ChainChecks.NONE);

    /** What a chain does when several actions follow the one that it has come to. */
    public enum ChainCut {
        /** The chain goes on with the action that comes before all others. */
        ANCESTOR,
        /** The chain goes on only if all that follows hangs below one action as a tree: as Steep cuts, so that a diamond ends a chain. */
        COUNTED
    }
}
