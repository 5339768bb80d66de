package io.tidewheel.storage.memory;

import io.tidewheel.model.ObjectStore;
import io.tidewheel.storage.objects.ObjectsContract;
import java.time.InstantSource;

class MemoryObjectsTest extends ObjectsContract {
    @Override
    protected ObjectStore openEmpty() {
        return MemoryDatabase.empty().objects(InstantSource.system());
    }
}
