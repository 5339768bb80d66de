package io.tidewheel.server.endpoints.rest;

import io.tidewheel.model.FieldType;
import io.tidewheel.model.FieldType.AmountsType;
import io.tidewheel.model.FieldType.CapabilitiesType;
import io.tidewheel.model.FieldType.CountType;
import io.tidewheel.model.FieldType.FlagType;
import io.tidewheel.model.FieldType.LabelsType;
import io.tidewheel.model.FieldType.MomentType;
import io.tidewheel.model.FieldType.MoneyType;
import io.tidewheel.model.FieldType.RetryType;
import io.tidewheel.model.FieldType.TextType;
import io.tidewheel.model.FieldType.TimeType;
import io.tidewheel.model.FieldType.WholeType;
import io.tidewheel.model.FieldType.WordType;
import io.tidewheel.model.SubmissionField;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How the fields of a submission have to be described in {@code openapi.json}. */
final class SubmissionSchema {
    private static final Map<String, Object> TEXT = Map.of("type", "string");
    private static final Object EITHER = List.of(TEXT, Map.of("type", "number"));

    private SubmissionSchema() {}

    static <T> Map<String, Object> of(SubmissionField<T> field) {
        var schema = new LinkedHashMap<String, Object>();
        describe(field.type(), schema);
        schema.put("description", field.meaning() + more(field.type()));
        if (hasExample(field.type())) schema.put("examples", List.of(field.example()));
        if (hasDefault(field.type())) field.usual().ifPresent(usual -> schema.put("default", plain(field, usual)));
        return schema;
    }

    private static void describe(FieldType<?> type, Map<String, Object> schema) {
        switch (type) {
            case TextType(int longest) -> {
                schema.put("type", "string");
                schema.put("maxLength", longest);
            }
            case WholeType(long least, long most) -> {
                schema.put("type", "integer");
                schema.put("format", "int64");
                schema.put("minimum", least);
                schema.put("maximum", most);
            }
            case FlagType _ -> schema.put("type", "boolean");
            case CountType _, TimeType _, MomentType _, MoneyType _ -> schema.put("oneOf", EITHER);
            case WordType<?> word -> {
                schema.put("type", "string");
                schema.put("enum", List.of(word.all(",").split(",")));
            }
            case CapabilitiesType _ -> {
                schema.put("type", "array");
                schema.put("items", TEXT);
            }
            case LabelsType(int most) -> {
                schema.put("type", "object");
                schema.put("additionalProperties", TEXT);
                schema.put("maxProperties", most);
            }
            case AmountsType _ -> schema.put("type", "string");
            case RetryType _ -> schema.put("$ref", "#/components/schemas/RetryPolicy");
        }
    }

    private static String more(FieldType<?> type) {
        return switch (type) {
            case TimeType _ -> " A text such as \"1h 30m\", or a number of seconds.";
            case MomentType _ ->
                " Written as in 2100-01-01T00:00:00Z, or as a text such as \"2h\" or a number of seconds from now.";
            default -> "";
        };
    }

    private static boolean hasExample(FieldType<?> type) {
        return switch (type) {
            case TextType _, CountType _, TimeType _, MomentType _, MoneyType _, AmountsType _ -> true;
            default -> false;
        };
    }

    private static boolean hasDefault(FieldType<?> type) {
        return type instanceof WholeType || type instanceof FlagType || type instanceof WordType<?>;
    }

    private static <T> Object plain(SubmissionField<T> field, T value) {
        return value instanceof Enum<?> ? field.type().text(value) : value;
    }
}
