package io.tidewheel.model;

/** What an agent has for whoever needs it: capabilities, and amounts of what can be counted. */
public record OfferedResources(Capabilities capabilities, Amounts amounts) {
    public boolean covers(RequiredResources need) {
        return capabilities.covers(need.requires()) && amounts.covers(need.amounts());
    }
}
