package io.tidewheel.cli.config;

/** A value and where it comes from. */
public record Setting(String value, String origin) {}
