package io.tidewheel.workflow;

import io.tidewheel.workflow.text.ServiceReader;
import io.tidewheel.workflow.text.WorkflowReader;
import java.util.Map;

/** Services that the tests share, and short ways to read. */
public final class SampleServices {
    public static final String SERVICES = """
        - id: cp
          name: Copy
          description: Copies a file
          path: /bin/cp
          runtime: other
          parameters:
            - {id: input_file, name: In, description: From, type: input, cardinality: 1..1, dataType: file}
            - {id: output_file, name: Out, description: To, type: output, cardinality: 1..1, dataType: file,
               fileSuffix: .txt}
        - id: work
          name: Work
          description: Makes a file of any number of values
          path: work
          runtime: other
          parameters:
            - {id: in, name: In, description: Anything, type: input, cardinality: 0..n}
            - {id: out, name: Out, description: A file, type: output, cardinality: 0..n, dataType: file}
        - id: join
          name: Join
          description: Makes a file of at least one
          path: join
          runtime: other
          parameters:
            - {id: in, name: In, description: Files, type: input, cardinality: 1..n, dataType: file, label: -i}
            - {id: out, name: Out, description: A file, type: output, cardinality: 1..1, dataType: file, label: -o}
        - id: split
          name: Split
          description: Makes a folder
          path: split
          runtime: other
          parameters:
            - {id: in, name: In, description: Anything, type: input, cardinality: 0..n}
            - {id: out, name: Out, description: A folder, type: output, cardinality: 1..1, dataType: directory}
        - id: maybe
          name: Maybe
          description: Makes a file or does not
          path: maybe
          runtime: other
          parameters:
            - {id: in, name: In, description: Anything, type: input, cardinality: 0..n}
            - {id: out, name: Out, description: A file, type: output, cardinality: 1..1, dataType: fileOrEmptyList}
        - id: folder
          name: Folder
          description: Takes a folder
          path: folder
          runtime: other
          parameters:
            - {id: in, name: In, description: A folder, type: input, cardinality: 1..1, dataType: directory}
        - id: train
          name: Train
          description: Needs a graphics card
          path: train
          runtime: docker
          requiredCapabilities: [gpu]
          requiredMemory: 2GiB
          parameters:
            - {id: in, name: In, description: Anything, type: input, cardinality: 0..n}
            - {id: out, name: Out, description: A file, type: output, cardinality: 0..1, dataType: file}
        - id: count
          name: Count
          description: Needs many cores
          path: count
          runtime: other
          requiredCapabilities: [cpu]
          requiredCpu: 4
          parameters:
            - {id: in, name: In, description: Anything, type: input, cardinality: 0..n}
            - {id: out, name: Out, description: A file, type: output, cardinality: 0..1, dataType: file}
        - id: options
          name: Options
          description: Has parameters of all kinds
          path: /opt/options
          runtime: other
          parameters:
            - {id: verbose, name: V, description: Flag, type: input, cardinality: 0..1, dataType: boolean, label: -v}
            - {id: level, name: L, description: Level, type: input, cardinality: 1..1, dataType: integer,
               label: --level, default: 3}
            - {id: rate, name: R, description: Rate, type: input, cardinality: 0..1, dataType: float, label: --rate}
            - {id: name, name: N, description: Name, type: input, cardinality: 0..n}
        """;

    private SampleServices() {}

    public static Map<String, Service> services() {
        return Service.byId(ServiceReader.read(SERVICES).orThrow());
    }

    /** A workflow of these variables and actions, that must be readable. */
    public static Workflow workflow(String body) {
        return WorkflowReader.read("api: 4.7.0\n" + body).orThrow();
    }
}
