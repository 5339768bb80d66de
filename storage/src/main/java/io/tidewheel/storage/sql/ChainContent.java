package io.tidewheel.storage.sql;

import io.tidewheel.model.Payload;

/** What a chain was submitted with, as far as an agent needs it. */
public record ChainContent(long chain, String parameter, Payload body, long added) {}
