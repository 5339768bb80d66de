package io.tidewheel.storage.sql;

/** States, reasons, kinds and roles as numbers. Their order in the model is part of the stores' format, as it says there. */
public final class EnumCodes {
    private EnumCodes() {}

    @SuppressWarnings("EnumOrdinal") // the enums have an of(int) for the way back
    public static int of(Enum<?> name) {
        return name.ordinal();
    }
}
