package io.tidewheel.cli.config;

/** A value and where it comes from. */
public record ConfigValue(String value, String origin) {}
