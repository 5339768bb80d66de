package io.tidewheel.protocol.links;

import com.google.protobuf.MessageLite;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.LinkRefused;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.ServerAnswer;
import io.tidewheel.protocol.wire.ServerMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * The ways to several servers that share a database, as one: whoever does not answer is passed over for the next. After a link has broken another
 * server is tried first.
 */
public final class JoinedLinks implements QueueLinks {
    private static final Duration FIRST_PATIENCE = Duration.ofSeconds(2);
    private static final Duration LONGEST_PATIENCE = Duration.ofSeconds(10);

    private final List<QueueLinks> servers;
    private final RandomGenerator random;

    /** @param random for keys of requests that may have to be made again */
    public JoinedLinks(List<QueueLinks> servers, RandomGenerator random) {
        if (servers.isEmpty()) throw new IllegalArgumentException("there is no server");
        this.servers = List.copyOf(servers);
        this.random = random;
    }

    @Override
    public LinkOffer offer() {
        return servers.getFirst().offer();
    }

    @Override
    public boolean hasOthers() {
        return servers.size() > 1;
    }

    @Override
    public LinkOpener<AgentMessage, ServerMessage> agent() {
        return new InTurn<>(openers(QueueLinks::agent));
    }

    @Override
    public LinkOpener<ClientMessage, ServerAnswer> client() {
        return new InTurn<>(openers(QueueLinks::client));
    }

    private <T> List<T> openers(Function<QueueLinks, T> way) {
        return servers.stream().map(way).toList();
    }

    @Override
    public ApiCalls api() {
        return new JoinedApiCalls(servers.stream().map(QueueLinks::api).toList(), random);
    }

    @Override
    public void close() {
        servers.forEach(QueueLinks::close);
    }

    /** Each time all of them are tried once, beginning behind the one that answered last; none may take for ever. */
    private static final class InTurn<O extends MessageLite, I extends MessageLite> implements LinkOpener<O, I> {
        private final List<LinkOpener<O, I>> openers;
        private int next;
        private Duration patience = FIRST_PATIENCE;

        InTurn(List<LinkOpener<O, I>> openers) {
            this.openers = openers;
        }

        @Override
        public synchronized Link<O, I> open() throws LinkException {
            var failures = new ArrayList<LinkException>();
            for (int i = 0; i < openers.size(); i++) {
                int server = next;
                next = (next + 1) % openers.size();
                try {
                    var link = LinkAttempt.open(openers.get(server), patience);
                    patience = FIRST_PATIENCE;
                    return link;
                } catch (LinkRefused refused) {
                    if (!refused.isTransient()) throw refused;
                    failures.add(refused);
                } catch (LinkException failed) {
                    failures.add(failed);
                }
            }
            boolean isLong = patience.compareTo(LONGEST_PATIENCE.dividedBy(2)) >= 0;
            patience = isLong ? LONGEST_PATIENCE : patience.multipliedBy(2);
            throw failures.getLast();
        }
    }
}
