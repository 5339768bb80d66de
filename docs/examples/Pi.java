import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;

/** A partition of an iterative job in Java: estimates pi by throwing darts. Run it from its source with: java Pi.java */
class Pi {
    static final long CHUNK = 500_000;

    static long share() throws Exception {
        return Long.parseLong(
                Files.readString(Path.of(System.getenv("TIDEWHEEL_SHARE"))).strip());
    }

    public static void main(String[] args) throws Exception {
        var progress = Path.of(System.getenv("TIDEWHEEL_PROGRESS"));
        var dice = new SplittableRandom(System.getenv("TIDEWHEEL_TOKEN").hashCode());
        long done = 0;
        long hits = 0;
        for (long goal = share(); done < goal; goal = share()) {
            long count = Math.min(CHUNK, goal - done);
            for (long i = 0; i < count; i++) {
                double x = dice.nextDouble();
                double y = dice.nextDouble();
                if (x * x + y * y <= 1) hits++;
            }
            done += count;
            Files.writeString(progress, done + "\n", StandardOpenOption.APPEND);
        }
        Files.writeString(Path.of(System.getenv("TIDEWHEEL_RESULT")), done + " " + hits + "\n");
    }
}
