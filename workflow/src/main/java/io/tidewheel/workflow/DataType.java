package io.tidewheel.workflow;

import java.util.Collection;
import java.util.Map;
import java.util.Set;

/** The data types whose names mean something; all other names are free. */
public final class DataType {
    public static final String STRING = "string";
    public static final String INTEGER = "integer";
    public static final String FLOAT = "float";
    public static final String BOOLEAN = "boolean";
    /** A folder. As an output: its files are the value. As an input: it contains the files of a list. */
    public static final String DIRECTORY = "directory";
    /** A file that may be missing. As an output: the file, or an empty list if the service has not made it. */
    public static final String FILE_OR_EMPTY_LIST = "fileOrEmptyList";

    /** What partitions of a job made, one file or none of each; no name that a file can give. */
    public static final String PARTS = "$parts";
    /** How many iterations a job did; no name that a file can give. */
    public static final String COUNT = "$count";

    /** Types of outputs whose value an adapter makes when the service has ended, so that a chain must end there too. */
    private static final Set<String> ADAPTED = Set.of(FILE_OR_EMPTY_LIST);
    /** Begins the types of outputs for which a site has an adapter of its own; no name that a file can give. */
    private static final String BY_SITE = "$adapted:";

    private DataType() {}

    /** True if an output of the type is known only after its service has run to its end and somebody has looked. */
    public static boolean isAdapted(String type) {
        return ADAPTED.contains(type) || isAdaptedBySite(type);
    }

    /** The type of outputs of a type for which the site has an adapter. */
    public static String adaptedBySite(String type) {
        return BY_SITE + type;
    }

    public static boolean isAdaptedBySite(String type) {
        return type.startsWith(BY_SITE);
    }

    /** The type as its service names it. */
    public static String asNamed(String type) {
        return isAdaptedBySite(type) ? type.substring(BY_SITE.length()) : type;
    }

    /** True if the value of an output of the type comes with the results of the chain. */
    public static boolean needsResult(String type) {
        return type.equals(DIRECTORY) || type.equals(PARTS) || type.equals(COUNT) || isAdapted(type);
    }

    /** False if {@code value}, which is not a list, cannot be of the type. */
    public static boolean fits(Object value, String type) {
        if (value instanceof Collection<?> || value instanceof Map<?, ?>) return !isPlain(type);
        return switch (type) {
            case INTEGER ->
                value instanceof Number ? isWhole(value) : value.toString().matches("[+-]?\\d+");
            case FLOAT -> value instanceof Number || isNumber(value.toString());
            case BOOLEAN -> value instanceof Boolean || value.toString().matches("(?i)true|false");
            default -> true;
        };
    }

    /** True for the types whose values are not names of files. */
    public static boolean isPlain(String type) {
        return type.equals(INTEGER) || type.equals(FLOAT) || type.equals(BOOLEAN);
    }

    private static boolean isWhole(Object number) {
        return !(number instanceof Double fraction) || (fraction == Math.rint(fraction) && !fraction.isInfinite());
    }

    private static boolean isNumber(String text) {
        return text.matches("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?");
    }
}
