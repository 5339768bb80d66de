package io.tidewheel.protocol;

import com.google.protobuf.BytesValue;
import com.google.protobuf.Int64Value;

class MemoryLinkTest extends LinkContract {
    @Override
    MemoryLink.Pair<BytesValue, Int64Value> open() {
        return MemoryLink.pair("left", "right", LIMITS);
    }
}
