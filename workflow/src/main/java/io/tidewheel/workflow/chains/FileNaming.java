package io.tidewheel.workflow.chains;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Names the files of a run. A name depends on the run, the action and the output alone, so that a chain made again after a crash has the
 * same ones.
 *
 * @param tmpPath the folder for what only the run itself needs
 * @param outPath the folder for its results
 * @param hasShortRounds false for runs from before the names of rounds were short: they keep the names they have
 */
public record FileNaming(String tmpPath, String outPath, String run, boolean hasShortRounds) {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int LENGTH = 20;

    public FileNaming(String tmpPath, String outPath, String run) {
        this(tmpPath, outPath, run, true);
    }

    public FileNaming {
        tmpPath = withoutSlash(tmpPath);
        outPath = withoutSlash(outPath);
        if (run.isBlank() || run.indexOf('/') >= 0 || run.equals("..")) {
            throw new IllegalArgumentException("a run is named by a text without slashes, not '%s'".formatted(run));
        }
    }

    private static String withoutSlash(String folder) {
        return folder.length() > 1 && folder.endsWith("/") ? folder.substring(0, folder.length() - 1) : folder;
    }

    /**
     * @param prefix begins the name; if it starts with a slash, it also says where
     * @param instance the action that makes it, with its rounds
     * @param output which of its outputs it is
     */
    String path(boolean store, String prefix, String instance, String output, String suffix) {
        var name = prefix + id(instance, output) + suffix;
        return prefix.startsWith("/") ? name : (store ? outPath : tmpPath) + "/" + run + "/" + name;
    }

    private String id(String instance, String output) {
        return hash(run + "\n" + instance + "\n" + output);
    }

    /** Twenty letters that stand for a text. */
    static String hash(String text) {
        var hash = sha256().digest(text.getBytes(StandardCharsets.UTF_8));
        var id = new char[LENGTH];
        int bits = 0;
        int held = 0;
        int next = 0;
        for (int i = 0; i < LENGTH; i++) {
            if (held < 5) {
                bits = (bits << 8) | (hash[next++] & 0xff);
                held += 8;
            }
            held -= 5;
            id[i] = LETTERS.charAt((bits >> held) & 31);
        }
        return new String(id);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
