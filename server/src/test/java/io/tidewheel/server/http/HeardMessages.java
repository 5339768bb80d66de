package io.tidewheel.server.http;

import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** What a watcher heard over a WebSocket, in order; its end is a word, too. */
public final class HeardMessages implements WebSocket.Listener {
    public final BlockingQueue<String> words = new LinkedBlockingQueue<>();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
        words.add(text.toString());
        socket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String why) {
        words.add("closed " + code);
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
        words.add("broken");
    }
}
