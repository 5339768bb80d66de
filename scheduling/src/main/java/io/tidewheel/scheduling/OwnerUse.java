package io.tidewheel.scheduling;

/** How much an owner has running, and how long ago something of it ended. This decides whose turn it is. */
final class OwnerUse {
    long running;
    int lanes;
    /** How many chains of all owners had ended when one of this owner ended last, or when the owner came. */
    long served;

    OwnerUse(long served) {
        this.served = served;
    }
}
