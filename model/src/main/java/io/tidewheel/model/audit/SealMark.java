package io.tidewheel.model.audit;

import io.tidewheel.model.AuditSeal;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A seal as people write it down, somewhere else than the log is: {@code 17-0b5e...}.
 *
 * @param number of the block
 * @param sum of its seal, in hexadecimal digits
 */
public record SealMark(long number, String sum) {
    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,17})-([0-9a-fA-F]{64})");

    public static SealMark of(AuditSeal seal) {
        return new SealMark(seal.number(), HexFormat.of().formatHex(seal.sum().bytes()));
    }

    /** Throws IllegalArgumentException, with a text for users, if it is none. */
    public static SealMark parse(String text) {
        var parts = FORM.matcher(text.strip());
        if (!parts.matches())
            throw new IllegalArgumentException("it is no seal: a seal is a number, '-' and 64 hexadecimal digits, as"
                    + " 'audit verify' prints it");
        return new SealMark(Long.parseLong(parts.group(1)), parts.group(2).toLowerCase(Locale.ROOT));
    }

    @Override
    public String toString() {
        return number + "-" + sum;
    }
}
