package io.tidewheel.server.host;

import io.tidewheel.model.Role;
import io.tidewheel.server.access.TokenRegistry;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The token with which whoever can read the server's folder is its administrator. Each of several servers on one database has one of its own:
 * its folder is where programs beside it look for one.
 */
final class AdministratorToken {
    private final TokenRegistry tokens;
    private final ServerFolder folder;
    private final ServerSettings settings;

    AdministratorToken(TokenRegistry tokens, ServerFolder folder, ServerSettings settings) {
        this.tokens = tokens;
        this.folder = folder;
        this.settings = settings;
    }

    /**
     * Makes it if nobody could act as administrator, if the folder is new while the database is not (it was lost, or the database was
     * restored), or if somebody wants one. Who has taken the token away on purpose has none put back.
     *
     * @param news is told what is missing or was made anew, for people
     */
    Optional<TokenRegistry.Made> make(boolean isNewFolder, Consumer<String> news) throws StartFailure {
        try {
            if (!isKnown()) return Optional.of(made(firstNote()));
            if (isNewFolder || settings.cluster().newToken()) {
                var made = made("made anew for server " + settings.name());
                news.accept(
                        "%s: a new administrator's token is in %s; tokens that were made before still work (tidewheel token ls, token revoke ID)"
                                .formatted(
                                        settings.cluster().newToken()
                                                ? "as you asked"
                                                : "the folder was empty, the store was not",
                                        folder.tokenFile()));
                return Optional.of(made);
            }
            if (!folder.hasToken())
                news.accept(
                        "there is no administrator's token in this server's folder; those that were made before still"
                                + " work, and 'tidewheel server start --new-token' makes another");
            return Optional.empty();
        } catch (IOException failed) {
            throw new StartFailure(
                    "the administrator's token could not be written to %s: %s".formatted(folder.tokenFile(), failed),
                    failed);
        } catch (RuntimeException failed) {
            throw new StartFailure("the administrator's token could not be made: " + failed.getMessage(), failed);
        }
    }

    private String firstNote() {
        return "made at the first start" + (settings.sharedDatabase() ? " of server " + settings.name() : "");
    }

    private boolean isKnown() {
        var note = firstNote();
        return tokens.hasAdministrator(
                token -> !settings.sharedDatabase() || token.note().equals(note));
    }

    /**
     * First the file: a server killed in between makes another token, whereas a secret that nobody has would lock all out.
     */
    private TokenRegistry.Made made(String note) throws IOException {
        var made = tokens.draft(Role.ADMIN, TidewheelServer.ADMINISTRATOR, note, Optional.empty());
        folder.writeToken(made.secret());
        tokens.keep(made);
        return made;
    }
}
