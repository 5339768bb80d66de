package io.tidewheel.protocol.links;

import com.google.protobuf.MessageLite;
import io.tidewheel.model.plugins.LoadedPlugin;
import io.tidewheel.protocol.HeldMemory;
import io.tidewheel.protocol.Link;
import io.tidewheel.protocol.LinkException;
import io.tidewheel.protocol.wire.AgentMessage;
import io.tidewheel.protocol.wire.ClientMessage;
import io.tidewheel.protocol.wire.ServerAnswer;
import io.tidewheel.protocol.wire.ServerMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** The links of a plug-in. What they throw by mistake is told as a link that broke, so that agents and clients try again as they always do. */
final class GuardedLinks implements QueueLinks {
    private final LoadedPlugin<LinkProvider> plugin;
    private final QueueLinks links;

    GuardedLinks(LoadedPlugin<LinkProvider> plugin, QueueLinks links) {
        this.plugin = plugin;
        this.links = links;
    }

    private interface Step<T> {
        T take() throws LinkException;
    }

    private <T> T take(Step<T> step) throws LinkException {
        var thread = Thread.currentThread();
        var loader = thread.getContextClassLoader();
        thread.setContextClassLoader(plugin.source().loader());
        try {
            return step.take();
        } catch (RuntimeException | LinkageError mistake) {
            throw told(mistake);
        } finally {
            thread.setContextClassLoader(loader);
        }
    }

    private LinkException told(Throwable mistake) {
        return new LinkException(
                "link '%s' of plug-in %s threw %s; ask whoever made it"
                        .formatted(plugin.provider().name(), plugin.source().name(), mistake),
                mistake);
    }

    private <O extends MessageLite, I extends MessageLite> LinkOpener<O, I> guarded(LinkOpener<O, I> opener) {
        return () -> new GuardedLink<>(take(opener::open));
    }

    @Override
    public LinkOffer offer() {
        return links.offer();
    }

    @Override
    public LinkOpener<AgentMessage, ServerMessage> agent() {
        return guarded(links.agent());
    }

    @Override
    public LinkOpener<ClientMessage, ServerAnswer> client() {
        return guarded(links.client());
    }

    @Override
    public ApiCalls api() {
        return new GuardedCalls(links.api());
    }

    @Override
    public void close() {
        links.close();
    }

    private final class GuardedCalls implements ApiCalls {
        private final ApiCalls calls;

        GuardedCalls(ApiCalls calls) {
            this.calls = calls;
        }

        @Override
        public ApiReply ask(ApiCall call) throws IOException, InterruptedException {
            try {
                return calls.ask(call);
            } catch (RuntimeException | LinkageError mistake) {
                throw told(mistake);
            }
        }

        @Override
        public void close() {
            calls.close();
        }
    }

    /** One link. */
    private final class GuardedLink<O extends MessageLite, I extends MessageLite> implements Link<O, I> {
        private final Link<O, I> link;

        GuardedLink(Link<O, I> link) {
            this.link = link;
        }

        @Override
        public void send(O message) throws LinkException {
            take(() -> {
                link.send(message);
                return true;
            });
        }

        @Override
        public boolean offer(O message) throws LinkException {
            return take(() -> link.offer(message));
        }

        @Override
        public Optional<I> receive() throws LinkException {
            return take(link::receive);
        }

        @Override
        public HeldMemory takeOver() {
            return link.takeOver();
        }

        @Override
        public HeldMemory holding(long bytes) {
            return link.holding(bytes);
        }

        @Override
        public void finish(Duration patience) {
            link.finish(patience);
        }

        @Override
        public void close() {
            link.close();
        }

        @Override
        public String peer() {
            return link.peer();
        }
    }
}
