package io.tidewheel.trials;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;

/** How many lines a method or constructor with a body has, as the compiler's parser sees it. */
record MethodLength(String file, String name, long lines) {
    /** All methods of these files, those of nested and anonymous classes included. */
    static List<MethodLength> in(List<Path> files) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        try (var manager = compiler.getStandardFileManager(null, null, null)) {
            var sources = manager.getJavaFileObjectsFromPaths(files);
            var task = (JavacTask) compiler.getTask(null, manager, null, List.of("-proc:none"), null, sources);
            var positions = Trees.instance(task).getSourcePositions();
            var found = new ArrayList<MethodLength>();
            for (var unit : task.parse()) new MethodScanner(unit, positions).scan(unit, found);
            return found;
        }
    }

    private static final class MethodScanner extends TreeScanner<Void, List<MethodLength>> {
        private final CompilationUnitTree unit;
        private final SourcePositions positions;

        MethodScanner(CompilationUnitTree unit, SourcePositions positions) {
            this.unit = unit;
            this.positions = positions;
        }

        @Override
        public Void visitMethod(MethodTree method, List<MethodLength> found) {
            if (method.getBody() != null) {
                long first = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, method));
                long last = unit.getLineMap().getLineNumber(positions.getEndPosition(unit, method));
                var file = unit.getSourceFile().getName();
                found.add(new MethodLength(file, method.getName().toString(), last - first + 1));
            }
            return super.visitMethod(method, found);
        }
    }
}
