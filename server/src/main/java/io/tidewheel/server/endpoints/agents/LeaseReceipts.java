package io.tidewheel.server.endpoints.agents;

import io.tidewheel.model.ChainId;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Signs what is handed to one session where the store keeps no lease, so that the agent can show it to a server that does not remember, and
 * nobody can claim what was not handed to it. The key is kept with the session. For one thread.
 */
final class LeaseReceipts {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int KEY_BYTES = 16;
    private static final int TEXT_BYTES = Long.BYTES + Integer.BYTES + Integer.BYTES;

    private final @Nullable Mac mac;

    /** @param key as text; with an empty one there are no receipts, and none is genuine */
    LeaseReceipts(String key) {
        this.mac = key.isEmpty() ? null : mac(Base64.getDecoder().decode(key));
    }

    static String newKey(RandomGenerator random) {
        var bytes = new byte[KEY_BYTES];
        random.nextBytes(bytes);
        return Base64.getEncoder().encodeToString(bytes);
    }

    /** 0 if there are none. */
    long of(ChainId chain, int attempt) {
        var signing = mac;
        if (signing == null) return 0;
        var text = ByteBuffer.allocate(TEXT_BYTES)
                .putLong(chain.run().number())
                .putInt(chain.index())
                .putInt(attempt);
        long receipt = ByteBuffer.wrap(signing.doFinal(text.array())).getLong();
        return receipt == 0 ? 1 : receipt;
    }

    boolean isGenuine(ChainId chain, int attempt, long shown) {
        return shown != 0 && shown == of(chain, attempt);
    }

    private static Mac mac(byte[] key) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every JDK knows " + ALGORITHM, impossible);
        }
    }
}
