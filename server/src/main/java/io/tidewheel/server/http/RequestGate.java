package io.tidewheel.server.http;

import io.tidewheel.model.Role;
import io.tidewheel.model.StoreFailure;
import io.tidewheel.server.access.Caller;
import io.tidewheel.server.access.Credentials;
import io.tidewheel.server.access.RouteAccess;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Decides who may do what, for every request and every stream, before anything else looks at it. Without a valid token nothing is told,
 * not even whether a path exists, except on routes that are open.
 */
public final class RequestGate {
    private static final Pattern BEARER = Pattern.compile("(?i:Bearer) ([!-~]{1,8192})");
    /** Host and port as in a Host header or an origin; the host of an IPv6 address stands in brackets. */
    private static final Pattern AUTHORITY = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._-]+)(:[0-9]{1,5})?");

    private static final Pattern ADDRESS = Pattern.compile("\\[.*]|[0-9]{1,3}(\\.[0-9]{1,3}){3}");

    private final RouteTable routes;
    private final Credentials credentials;
    private final Set<String> names;
    private final FailedSignIns failures;

    /** @param names the host names, in lower case, under which the server is known besides its addresses and localhost */
    public RequestGate(RouteTable routes, Credentials credentials, Set<String> names, FailedSignIns failures) {
        this.failures = failures;
        this.routes = routes;
        this.credentials = credentials;
        this.names = Set.copyOf(names);
    }

    /** @param source the address of whoever asks */
    public GateDecision decide(String method, String rawPath, RequestHeaders headers, String source) {
        try {
            checkHost(headers);
            checkOrigin(headers);
            return admit(routes.find(method, rawPath), method, headers, source);
        } catch (ProblemException e) {
            return new GateDecision.Refused(e.problem());
        }
    }

    private GateDecision admit(RouteTable.Entry entry, String method, RequestHeaders headers, String source) {
        if (entry instanceof RouteTable.Entry.Found(var route, var parts) && isOpen(route.access(), headers)) {
            return new GateDecision.Admitted(route, parts, Optional.empty());
        }
        var caller = authenticated(headers, source);
        return switch (entry) {
            case RouteTable.Entry.Found(var route, var parts) ->
                new GateDecision.Admitted(route, parts, Optional.of(authorised(caller, route)));
            case RouteTable.Entry.OtherMethods(var methods) ->
                throw HttpProblem.of(
                                405,
                                "method-not-allowed",
                                "this path knows %s, not %s".formatted(String.join(", ", methods), shown(method)))
                        .with("Allow", String.join(", ", methods))
                        .asException();
            case RouteTable.Entry.Unknown() ->
                throw HttpProblem.notFound(
                                "there is no such path; paths are compared exactly, without trailing or doubled"
                                        + " slashes")
                        .asException();
        };
    }

    private static boolean isOpen(RouteAccess access, RequestHeaders headers) {
        return switch (access) {
            case RouteAccess.Open _ -> true;
            case RouteAccess.PageOr _ ->
                headers.one("Authorization").isEmpty()
                        && headers.all("Accept").stream().anyMatch(types -> types.contains("text/html"));
            case RouteAccess.SignedOr _ -> headers.one("Authorization").isEmpty();
            case RouteAccess.Only _ -> false;
        };
    }

    private Caller authenticated(RequestHeaders headers, String source) {
        var header = headers.one("Authorization")
                .orElseThrow(() -> unauthorised("no token: send the header 'Authorization: Bearer TOKEN'"));
        var bearer = BEARER.matcher(header);
        if (!bearer.matches()) {
            throw unauthorised("the Authorization header is not of the form 'Bearer TOKEN'");
        }
        var caller = callerOf(bearer.group(1));
        // The right token is accepted, however many wrong ones come from the same address.
        if (caller.isEmpty()) failures.count(source);
        return caller.orElseThrow(() -> unauthorised("the token is unknown, expired or revoked"));
    }

    private Optional<Caller> callerOf(String token) {
        try {
            return credentials.callerOf(token);
        } catch (StoreFailure broken) {
            throw HttpProblem.of(503, "unavailable", "the token cannot be checked at the moment: try again")
                    .with("Retry-After", "1")
                    .asException();
        }
    }

    private static Caller authorised(Caller caller, Route route) {
        return switch (route.access()) {
            case RouteAccess.Only(var roles) when roles.contains(caller.role()) -> caller;
            case RouteAccess.PageOr(var other) when other.roles().contains(caller.role()) -> caller;
            case RouteAccess.SignedOr(var other) when other.roles().contains(caller.role()) -> caller;
            case RouteAccess.Only _, RouteAccess.PageOr _, RouteAccess.SignedOr _, RouteAccess.Open _ ->
                throw HttpProblem.of(403, "forbidden", refusal(caller.role())).asException();
        };
    }

    private static String refusal(Role role) {
        return "a token with the role %s may not do this"
                .formatted(role.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    /** A page of another site that makes a browser resolve its own name to our address is recognised by the name it asks for. */
    private void checkHost(RequestHeaders headers) {
        var host = headers.one("Host")
                .orElseThrow(() ->
                        HttpProblem.malformed("the Host header is missing").asException());
        if (!isOurs(host)) {
            throw HttpProblem.of(
                            421,
                            "wrong-host",
                            "this server is not known as '%s': use its address, or add the name to server.names"
                                    .formatted(shown(host)))
                    .asException();
        }
    }

    /** A browser names the site whose page sends a request; only our own pages may. Programs other than browsers send no origin. */
    private void checkOrigin(RequestHeaders headers) {
        var origin = headers.one("Origin");
        if (origin.isPresent() && !origin.get().equalsIgnoreCase(expectedOrigin(origin.get(), headers))) {
            throw HttpProblem.of(403, "foreign-origin", "pages of other sites may not use this server")
                    .asException();
        }
    }

    private static String expectedOrigin(String origin, RequestHeaders headers) {
        var scheme = origin.startsWith("https://") ? "https://" : "http://";
        return scheme + headers.one("Host").orElse("");
    }

    private boolean isOurs(String authority) {
        var parsed = AUTHORITY.matcher(authority);
        if (!parsed.matches()) {
            return false;
        }
        var host = parsed.group(1).toLowerCase(Locale.ROOT);
        return host.equals("localhost") || ADDRESS.matcher(host).matches() || names.contains(host);
    }

    private static ProblemException unauthorised(String detail) {
        return HttpProblem.of(401, "unauthorized", detail)
                .with("WWW-Authenticate", "Bearer realm=\"tidewheel\"")
                .asException();
    }

    /** Text of the caller's that we repeat to the caller: short and printable. */
    private static String shown(String text) {
        var printable = text.replaceAll("[^!-~]", "?");
        return printable.length() <= 100 ? printable : printable.substring(0, 100) + "...";
    }
}
