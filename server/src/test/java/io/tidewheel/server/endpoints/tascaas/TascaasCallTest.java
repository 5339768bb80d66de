package io.tidewheel.server.endpoints.tascaas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidewheel.server.http.QueryString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TascaasCallTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            quoteCharacter = '`',
            value = {
                "register | - | 400 | missing query parameters",
                "register | slots=1&maxSlots=2 | 401 | Unauthorized",
                "register | slots=1&maxSlots=2&secret=bad | 401 | Unauthorized",
                "register | secret=bad | 401 | Unauthorized",
                "register | secret=1234&maxSlots=2 | 400 | missing available \"slots\" number",
                "register | secret=1234&slots=2 | 400 | missing available \"maxSlots\" number",
                "register | secret=1234&slots=two&maxSlots=2 | 400 | \"slots\" must be a whole number below 2^63, not"
                        + " 'two'",
                "register | secret=1234&slots=-1&maxSlots=2 | 400 | \"slots\" must be 0 or more, not '-1'",
                "register | secret=1234&slots=1&maxSlots=0 | 400 | \"maxSlots\" must be 1 or more, not '0'",
                "register | secret=1234&slots=1&maxSlots=4294967296 | 400 | \"maxSlots\" must be a whole number below"
                        + " 2^31, not '4294967296'",
                "update | slots=1.5 | 400 | \"slots\" must be a whole number below 2^63, not '1.5'",
                "jobs | - | 400 | missing query parameters",
                "jobs | x=1 | 400 | missing available \"slots\" number",
                "jobs | slots=0 | 400 | \"slots\" must be 1 or more, not '0'",
                "start | - | 400 | missing query parameters",
                "start | dt=0 | 400 | missing worker number",
                "start | worker=0 | 400 | missing elapsed time",
                "start | worker=-1&dt=0 | 400 | Worker out of range",
                "report | worker=0&dt=5 | 400 | missing iterations done",
                "report | worker=0&nIter=NaN&dt=5 | 400 | \"nIter\" must be a whole number below 2^63, not 'NaN'",
                "report | worker=0&nIter=-5&dt=5 | 400 | \"nIter\" must be 0 or more, not '-5'",
                "report | worker=0&nIter=9223372036854775808&dt=5 | 400 | \"nIter\" must be a whole number below 2^63,"
                        + " not '9223372036854775808'",
                "finish | nIter= | 400 | missing worker number",
                "finish | worker=99999999999&nIter=1&dt=1 | 400 | Worker out of range",
                "upload | - | 400 | missing query parameters",
                "upload | wID= | 400 | missing worker ID \"wID\""
            })
    void aCallThatLacksSomethingIsAnsweredAsTheOriginalDoesOrWithASentence(
            String call, @Nullable String query, int status, String body) {
        assertThatThrownBy(() -> read(call, query(query)))
                .isInstanceOfSatisfying(
                        BadCall.class, bad -> assertThat(bad.reply()).isEqualTo(new TascaasReply(status, body, false)));
    }

    @Test
    void completeCallsAreRead() {
        assertThat(read("register", query("slots=0&maxSlots=2&secret=1234"))).isEqualTo(new TascaasCall.Register(0, 2));
        assertThat(read("update", query("")))
                .isEqualTo(new TascaasCall.Update(OptionalInt.empty(), OptionalInt.empty()));
        assertThat(read("update", query("slots=3&maxSlots=0&other=x")))
                .isEqualTo(new TascaasCall.Update(OptionalInt.of(3), OptionalInt.empty()));
        assertThat(read("jobs", query("slots=2"))).isEqualTo(new TascaasCall.Jobs(2));
        assertThat(read("start", query("worker=1&dt=0"))).isEqualTo(new TascaasCall.Start(1, 0));
        assertThat(read("report", query("worker=1&nIter=72827700&dt=40")))
                .isEqualTo(new TascaasCall.Report(1, 72_827_700, 40));
        assertThat(read("finish", query("worker=0&nIter=145821400&dt=-90")))
                .isEqualTo(new TascaasCall.Finish(0, 145_821_400, 0));
        assertThat(read("upload", query("wID=abc"))).isEqualTo(new TascaasCall.Upload(0, "abc"));
    }

    @Test
    void whatIsShownOfAValueIsShortAndHarmless() {
        assertThatThrownBy(() -> read("jobs", query("slots=" + "\u001b[2J".repeat(1_000))))
                .isInstanceOfSatisfying(
                        BadCall.class, bad -> assertThat(bad.reply().body()).matches("[ -~]{1,120}"));
    }

    private static TascaasCall read(String call, QueryString query) {
        return switch (call) {
            case "register" -> TascaasCall.Register.read(query, "1234"::equals);
            case "update" -> TascaasCall.Update.read(query);
            case "jobs" -> TascaasCall.Jobs.read(query);
            case "start" -> TascaasCall.Start.read(query);
            case "report" -> TascaasCall.Report.read(query);
            case "finish" -> TascaasCall.Finish.read(query);
            case "upload" -> TascaasCall.Upload.read("0", query);
            default -> throw new IllegalArgumentException(call);
        };
    }

    private static QueryString query(@Nullable String text) {
        var values = new LinkedHashMap<String, List<String>>();
        if (text != null && !text.isEmpty()) {
            for (var pair : text.split("&", -1)) {
                var halves = pair.split("=", 2);
                values.computeIfAbsent(halves[0], _ -> new ArrayList<>()).add(halves[1]);
            }
        }
        return new QueryString(values);
    }
}
