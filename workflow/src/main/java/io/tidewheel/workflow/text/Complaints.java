package io.tidewheel.workflow.text;

import io.tidewheel.workflow.Complaint;
import io.tidewheel.workflow.SourcePlace;
import java.util.ArrayList;
import java.util.List;

/** Collects complaints. Of a file in which everything is wrong, the first ten thousand are enough. */
public final class Complaints {
    private static final int MOST = 10_000;

    private final List<Complaint> complaints = new ArrayList<>();
    private final List<Complaint> warnings = new ArrayList<>();

    public void add(FieldPath path, SourcePlace at, String message, String remedy) {
        if (complaints.size() < MOST) {
            complaints.add(new Complaint(path.toString(), at.line(), at.column(), message, remedy));
        }
    }

    public void warn(FieldPath path, SourcePlace at, String message, String remedy) {
        if (warnings.size() < MOST) {
            warnings.add(new Complaint(path.toString(), at.line(), at.column(), message, remedy));
        }
    }

    public boolean isEmpty() {
        return complaints.isEmpty();
    }

    public List<Complaint> complaints() {
        return complaints;
    }

    public List<Complaint> warnings() {
        return warnings;
    }
}
