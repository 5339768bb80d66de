package io.tidewheel.experiments.workloads;

import io.tidewheel.workflow.imports.TaskGraph;
import io.tidewheel.workflow.imports.TaskGraph.FileUse;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * The search for genes of small RNAs in bacteria: a few very long tasks beside many short ones, in five levels. Larger workflows are several
 * such searches that know nothing of each other.
 */
final class Sipht {
    private static final TruncatedNormal FIND_TERM = TruncatedNormal.of(1_348, 371);
    private static final TruncatedNormal BLAST = TruncatedNormal.of(2_347, 617);
    private static final TruncatedNormal BLAST_QRNA = TruncatedNormal.of(1_412, 98);
    private static final TruncatedNormal SRNA = TruncatedNormal.of(361, 102);
    private static final TruncatedNormal TRANSTERM = TruncatedNormal.of(56, 16);
    private static final TruncatedNormal RNA_MOTIF = TruncatedNormal.of(36, 8);
    private static final TruncatedNormal BLAST_SYNTENY = TruncatedNormal.of(33, 1);
    private static final TruncatedNormal BLAST_CANDIDATE = TruncatedNormal.of(5.2, 1.0);
    private static final TruncatedNormal BLAST_PARALOGUES = TruncatedNormal.of(5.0, 1.1);
    private static final TruncatedNormal FFN_PARSE = TruncatedNormal.of(1.6, 0.1);
    private static final TruncatedNormal ANNOTATE = TruncatedNormal.of(1.7, 0.1);
    private static final TruncatedNormal PATSER = TruncatedNormal.of(1.27, 0.29);
    private static final TruncatedNormal PATSER_CONCATE = TruncatedNormal.of(0.08, 0.01);
    private static final int TASKS_PER_PART = 31;
    private static final int WITHOUT_PATSER = 12;
    private static final FileUse GENOME = new FileUse("genome.fna", 5_200_000);
    private static final FileUse PARTNERS = new FileUse("partners.txt", 255_000_000);

    private final RandomGenerator random;

    Sipht(RandomGenerator random) {
        this.random = random;
    }

    TaskGraph draw(int n) {
        int parts = Math.max(1, (int) Math.round((double) n / TASKS_PER_PART));
        int all = n - parts;
        var draft = new GraphDraft("sipht-" + n);
        for (int part = 0; part < parts; part++) {
            int size = all / parts + (part < all % parts ? 1 : 0);
            search(draft, size - WITHOUT_PATSER);
        }
        return draft.graph();
    }

    private void search(GraphDraft draft, int patsers) {
        var found = new ArrayList<String>();
        for (int i = 0; i < patsers; i++)
            found.add(draft.add("Patser", PATSER.draw(random), List.of(), List.of(GENOME), 400_000));
        var patser = draft.add(
                "Patser_concate", PATSER_CONCATE.draw(random), found, draft.written(found), 400_000.0 * patsers);
        var predictions = List.of(
                draft.add("Findterm", FIND_TERM.draw(random), List.of(), List.of(GENOME), 25e6),
                draft.add("RNAMotif", RNA_MOTIF.draw(random), List.of(), List.of(GENOME), 60_000),
                draft.add("Transterm", TRANSTERM.draw(random), List.of(), List.of(GENOME), 1_500_000),
                draft.add("Blast", BLAST.draw(random), List.of(), List.of(GENOME, PARTNERS), 6_500_000));
        var inputs = new ArrayList<>(draft.written(predictions));
        inputs.add(new FileUse("regions.txt", 21_000_000));
        var srna = draft.add("SRNA", SRNA.draw(random), predictions, inputs, 2_500_000);
        annotate(draft, srna, patser);
    }

    private void annotate(GraphDraft draft, String srna, String patser) {
        var after = List.of(srna);
        var input = draft.written(srna);
        var withPartners = new ArrayList<>(input);
        withPartners.add(PARTNERS);
        var parse = draft.add("FFN_Parse", FFN_PARSE.draw(random), after, input, 5_000_000);
        var synteny = List.of(parse, srna);
        var parents = List.of(
                srna,
                patser,
                draft.add("Blast_synteny", BLAST_SYNTENY.draw(random), synteny, draft.written(synteny), 1_000_000),
                draft.add("Blast_candidate", BLAST_CANDIDATE.draw(random), after, input, 250_000),
                draft.add("Blast_QRNA", BLAST_QRNA.draw(random), after, withPartners, 700_000),
                draft.add("Blast_paralogues", BLAST_PARALOGUES.draw(random), after, input, 70_000));
        draft.add("SRNA_annotate", ANNOTATE.draw(random), parents, draft.written(parents), 50_000);
    }
}
