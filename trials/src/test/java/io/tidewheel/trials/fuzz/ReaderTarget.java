package io.tidewheel.trials.fuzz;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidewheel.balancing.exact.StateFile;
import io.tidewheel.model.Amounts;
import io.tidewheel.model.Capabilities;
import io.tidewheel.model.CustomAmounts;
import io.tidewheel.model.Durations;
import io.tidewheel.model.IndexRange;
import io.tidewheel.model.MemorySize;
import io.tidewheel.model.Money;
import io.tidewheel.model.Refusal;
import io.tidewheel.protocol.SubmissionCodec;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.JobDocument;
import io.tidewheel.protocol.wire.OpenRunRequest;
import io.tidewheel.protocol.wire.Work;
import io.tidewheel.server.http.TrustedProxies;
import io.tidewheel.storage.postgres.PostgresAddress;
import io.tidewheel.workflow.ConditionReader;
import io.tidewheel.workflow.imports.DaxReader;
import io.tidewheel.workflow.imports.WfFormatReader;
import io.tidewheel.workflow.text.MacroReader;
import io.tidewheel.workflow.text.ServiceReader;
import io.tidewheel.workflow.text.SetupReader;
import io.tidewheel.workflow.text.WorkflowReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What reads something from outside. Whatever comes, it answers with a value, with complaints, or with one of the errors that say "this is wrong";
 * anything else is a bug. The main class of a fuzzer: {@code tools/fuzz TARGET}.
 */
public enum ReaderTarget {
    WORKFLOW("""
        api: 4.7.0
        vars:
          - {id: in, value: [a, b]}
          - id: out
        actions:
          - {type: for, input: in, enumerator: each, output: all, yieldToOutput: out, actions: [
              {type: execute, service: copy, inputs: [{id: file, var: each}], outputs: [{id: to, var: out}]}]}
        """) {
        @Override
        void read(String text, byte[] bytes) {
            var _ = WorkflowReader.read(text);
        }
    },
    SERVICES("""
        - id: copy
          name: Copy
          description: copies
          path: /bin/cp
          runtime: other
          parameters:
            - {id: file, name: f, description: f, type: input, cardinality: 1..1, dataType: file}
        """) {
        @Override
        void read(String text, byte[] bytes) {
            var _ = ServiceReader.read(text);
        }
    },
    MACROS("- {id: twice, parameters: [{id: in, type: input}], vars: [{id: v}], actions: []}") {
        @Override
        void read(String text, byte[] bytes) {
            var _ = MacroReader.read(text);
        }
    },
    SETUPS("- {id: small, flavor: m1, imageName: i, availabilityZone: z, blockDeviceSizeGb: 5, minVMs: 0, maxVMs: 4,"
            + " providedCapabilities: [gpu]}") {
        @Override
        void read(String text, byte[] bytes) {
            var _ = SetupReader.read(text);
        }
    },
    CONDITION("in.size > 3 && !(name == 'x')") {
        @Override
        void read(String text, byte[] bytes) {
            var _ = ConditionReader.parse(text);
        }
    },
    WFCOMMONS("{\"name\": \"n\", \"workflow\": {\"tasks\": [{\"name\": \"a\", \"runtime\": 2.5, \"parents\": []}]}}") {
        @Override
        void read(String text, byte[] bytes) {
            var _ = WfFormatReader.read(text);
        }
    },
    DAX("<adag><job id=\"a\" runtime=\"1.5\"/><job id=\"b\"/><child ref=\"b\"><parent ref=\"a\"/></child></adag>") {
        @Override
        void read(String text, byte[] bytes) {
            var _ = DaxReader.read(text);
        }
    },
    VALUES("1-100:7 1h30m gpu,big 2,memory=3G,licences=2 12.50/h 4GiB leap:0.5 10.0.0.0/8") {
        @Override
        void read(String text, byte[] bytes) {
            for (Runnable each : List.<Runnable>of(
                    () -> IndexRange.parse(text),
                    () -> Durations.parse(text),
                    () -> Capabilities.parse(text),
                    () -> Amounts.parse(text, Amounts.NONE),
                    () -> CustomAmounts.parse(text),
                    () -> MemorySize.parse(text),
                    () -> Money.parse(text),
                    () -> TrustedProxies.parse(text),
                    () -> PostgresAddress.parse(text))) refusingIsFine(each);
        }
    },
    BALANCE_STATE("3 100 0 0 2 1 5 0.5") {
        @Override
        void read(String text, byte[] bytes) {
            var _ = StateFile.read(text);
        }
    },
    MESSAGES("\n\u0003abc\u0010\u0001\u001a\u0002hi") {
        @Override
        void read(String text, byte[] bytes) throws InvalidProtocolBufferException {
            var _ = SubmissionCodec.submission(OpenRunRequest.parseFrom(bytes));
            var _ = AgentMessage.parseFrom(bytes);
            var _ = Work.parseFrom(bytes);
            var _ = JobDocument.parseFrom(bytes);
        }
    };

    private final String example;

    ReaderTarget(String example) {
        this.example = example;
    }

    /** Something that is right, to begin with. */
    byte[] example() {
        return example.getBytes(StandardCharsets.UTF_8);
    }

    abstract void read(String text, byte[] bytes) throws InvalidProtocolBufferException;

    /** Reads what somebody sent, and lets through what nobody has thought of. */
    void tryOut(byte[] bytes) {
        refusingIsFine(() -> {
            try {
                read(new String(bytes, StandardCharsets.UTF_8), bytes);
            } catch (InvalidProtocolBufferException wrong) {
                throw new IllegalArgumentException(wrong);
            }
        });
    }

    private static void refusingIsFine(Runnable reading) {
        try {
            reading.run();
        } catch (Refusal | NumberFormatException refused) {
            // says so itself; a number that is none is told by whoever asked for it
        } catch (IllegalArgumentException refused) {
            if (refused.getMessage() == null) throw refused;
        }
    }

    /** What a fuzzer that looks at coverage calls, again and again: {@code -Dtidewheel.fuzz=TARGET} says whose reader is meant. */
    public static void fuzzerTestOneInput(byte[] bytes) {
        valueOf(System.getProperty("tidewheel.fuzz", "WORKFLOW")).tryOut(bytes);
    }
}
