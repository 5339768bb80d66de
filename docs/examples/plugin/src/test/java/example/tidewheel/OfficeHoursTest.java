package example.tidewheel;

import io.tidewheel.autoscaling.elastic.OwnerPolicy;
import io.tidewheel.autoscaling.elastic.PolicyContract;
import java.time.ZoneOffset;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;

class OfficeHoursTest extends PolicyContract {
    @Override
    protected Stream<Named<OwnerPolicy>> policies() {
        return Stream.of(
                Named.of("open", new OfficeHours(0, 24, ZoneOffset.UTC)),
                Named.of("closed", new OfficeHours(0, 1, ZoneOffset.UTC)));
    }
}
