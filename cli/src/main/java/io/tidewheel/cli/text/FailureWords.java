package io.tidewheel.cli.text;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Why something went wrong, in words. */
public final class FailureWords {
    private FailureWords() {}

    /** The kind of trouble with a file, where the message alone is only its path. */
    public static String of(IOException error) {
        return switch (error) {
            case NoSuchFileException _ -> "there is no such file";
            case AccessDeniedException _ -> "permission denied";
            default -> String.valueOf(error.getMessage());
        };
    }
}
