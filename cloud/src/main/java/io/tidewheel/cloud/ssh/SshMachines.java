package io.tidewheel.cloud.ssh;

import static io.tidewheel.cloud.ssh.SshCommands.quoted;

import io.tidewheel.cloud.AgentProgram;
import io.tidewheel.cloud.MachineStepQueue;
import io.tidewheel.cloud.ProgramOutput;
import io.tidewheel.cloud.ProvisioningScript;
import io.tidewheel.cloud.ScriptTemplates;
import io.tidewheel.model.CountedNoun;
import io.tidewheel.model.MachineFailure;
import io.tidewheel.model.MachineId;
import io.tidewheel.model.Machines;
import io.tidewheel.model.Setup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Uses machines that a user already has. To make a machine is to take a free host of its setup; to take it away is to end its agents and to
 * let the host go. The program {@code tidewheel} must be there, or a script must bring it.
 */
public final class SshMachines implements Machines {
    /** Everything we leave on a host is in this folder of the user's home; the link in it says whose machine the host is. */
    private static final String HOME = ".tidewheel";

    private static final String LINK = HOME + "/machine";
    private static final String WORK = HOME + "/work";
    private static final String PIDS = HOME + "/pids";
    private static final String TOKEN = HOME + "/token";
    private static final String CERTIFICATE = HOME + "/server.pem";

    private final List<SshHost> hosts;
    private final AgentProgram program;
    private final ScriptTemplates templates;
    private final SshCommands ssh;
    private final MachineStepQueue background = new MachineStepQueue();
    /** What each host was seen to be last; an empty text means free. */
    private final Map<String, String> seen = new ConcurrentHashMap<>();

    /**
     * @param program how agents are started on the hosts; its files are those of this machine and are brought there
     * @param knownHosts where the keys of hosts are kept that were met before
     */
    public SshMachines(List<SshHost> hosts, AgentProgram program, ScriptTemplates templates, Path knownHosts) {
        this.hosts = List.copyOf(hosts);
        this.program = program;
        this.templates = templates;
        this.ssh = new SshCommands(knownHosts);
    }

    // --- taking a host ---

    @Override
    public CompletableFuture<Made> create(MachineId id, Setup setup, String tag) {
        return background.run("take a host for machine " + id, id, () -> {
            var mine = label(tag, id);
            var known = holding(id);
            if (known.isPresent()) return made(known.get());
            var troubles = new ArrayList<String>();
            int candidates = 0;
            for (var host : hosts) {
                if (!host.setup().equals(setup.id())) continue;
                candidates++;
                try {
                    if (take(host, mine)) return made(host);
                } catch (MachineFailure unreachable) {
                    troubles.add(String.valueOf(unreachable.getMessage()));
                }
            }
            throw new MachineFailure(none(setup, candidates, troubles));
        });
    }

    private static String none(Setup setup, int candidates, List<String> troubles) {
        if (candidates == 0) {
            return "no host in the list is for setup %s: add one, or lower its maxVMs to 0".formatted(setup.id());
        }
        var more = troubles.isEmpty() ? "" : "; " + String.join("; ", troubles);
        return "of %s of setup %s none is free%s".formatted(CountedNoun.of(candidates, "host"), setup.id(), more);
    }

    /** A link is made by one of many and by no other, and it carries a text: who has made it. */
    private boolean take(SshHost host, String mine) throws IOException, InterruptedException {
        var holder = ssh.run(
                        host,
                        "umask 077 && mkdir -p %s && { ln -s %s %s 2>/dev/null; readlink %s; }"
                                .formatted(HOME, quoted(mine), LINK, LINK))
                .strip();
        seen.put(host.name(), holder);
        return holder.equals(mine);
    }

    private static String label(String tag, MachineId id) {
        return tag + "/" + id;
    }

    private static Made made(SshHost host) {
        return new Made(host.name(), Optional.of(host.address()));
    }

    /** The host that is this machine, going by what was seen last. */
    private Optional<SshHost> holding(MachineId id) {
        return hosts.stream()
                .filter(host -> seen.getOrDefault(host.name(), "").endsWith("/" + id))
                .findFirst();
    }

    // --- preparing it ---

    @Override
    public CompletableFuture<Void> provision(MachineId id, Setup setup, Made made) {
        return background.act("prepare machine " + id, id, () -> prepare(host(made.externalId()), id, setup));
    }

    private SshHost host(String name) {
        return hosts.stream()
                .filter(host -> host.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new MachineFailure("host %s is no longer in the list of hosts".formatted(name)));
    }

    private void prepare(SshHost host, MachineId id, Setup setup) throws IOException, InterruptedException {
        requireHeld(host, id);
        if (ssh.ask(host, LIVES + "test -e %s/ready && %s".formatted(HOME, ALIVE))
                        .code()
                == 0) return;
        ssh.run(host, LIVES + END + "; rm -rf %s %s/ready && mkdir -p %s".formatted(WORK, HOME, WORK));
        int number = 0;
        for (var name : setup.provisioningScripts()) {
            var script = templates.render(
                    name, id, host.address(), setup, (file, destination) -> ssh.copy(host, file, destination));
            run(host, script, ++number);
        }
        start(host, id, setup);
    }

    /** A host that was let go meanwhile may be another machine by now. */
    private void requireHeld(SshHost host, MachineId id) throws IOException, InterruptedException {
        var holder = ssh.run(host, "readlink %s || true".formatted(LINK)).strip();
        seen.put(host.name(), holder);
        if (!holder.endsWith("/" + id))
            throw new MachineFailure("host %s is not machine %s any more".formatted(host.name(), id));
    }

    private void run(SshHost host, ProvisioningScript script, int number) throws IOException, InterruptedException {
        var file = "%s/script-%d".formatted(WORK, number);
        ssh.write(host, script.text(), file);
        var words = script.interpreter().stream().map(SshCommands::quoted).collect(Collectors.joining(" "));
        var answer = ssh.ask(host, "%s %s 2>&1".formatted(words, file));
        if (answer.code() != 0) {
            throw new MachineFailure("script %d (%s) ended with exit code %d on host %s: %s"
                    .formatted(number, script.name(), answer.code(), host.name(), ProgramOutput.last(answer.out())));
        }
    }

    private void start(SshHost host, MachineId id, Setup setup) throws IOException, InterruptedException {
        if (program.certificate().isPresent())
            ssh.copy(host, program.certificate().get(), CERTIFICATE);
        var there = program.withCertificate(program.certificate().map(_ -> Path.of(CERTIFICATE)));
        var command = new StringBuilder("set -e; rm -f %s; read -r token; ".formatted(PIDS));
        for (int i = 1; i <= setup.agents(); i++) {
            var words = there.start(id, i, setup, Path.of(WORK, "scratch-" + i)).stream()
                    .map(SshCommands::quoted)
                    .collect(Collectors.joining(" "));
            // A session of its own: it does not end with the connection, and its number is that of all its processes.
            // The token goes through a pipe, written by the shell itself: it is in no command line, environment or
            // file.
            command.append(
                    "printf '%%s\\n' \"$token\" | setsid sh -c 'echo $$ >> %s; exec \"$@\"' agent %s > %s/agent-%d.log 2>&1 & "
                            .formatted(PIDS, words, WORK, i));
        }
        // Only when all have noted their numbers does it count as ready: else it would look as if they had ended.
        command.append(
                "n=0; while [ $n -lt 100 ] && [ \"$(cat %s 2>/dev/null | wc -l)\" -lt %d ]; do n=$((n+1)); sleep 0.1; done; "
                        .formatted(PIDS, setup.agents()));
        command.append("touch %s/ready".formatted(HOME));
        ssh.run(host, command.toString(), program.token());
    }

    // --- letting it go ---

    /**
     * Defines a function: whether a process of the group runs. Where nobody looks after orphans, as in many containers, those that have ended
     * can still be signalled; they do not count.
     */
    private static final String LIVES = """
        lives() {
          kill -s 0 -- -$1 2>/dev/null || return 1
          test -r /proc/self/stat || return 0
          cat /proc/[0-9]*/stat 2>/dev/null | sed 's/^.*) //' |
            ( while read -r state _ group _; do test "$group" = "$1" && test "$state" != Z && exit 0; done; exit 1 )
        }
        """;

    /** True if one of the agents runs. */
    private static final String ALIVE =
            "{ for p in $(cat %s 2>/dev/null); do lives $p && exit 0; done; false; }".formatted(PIDS);

    /** Asks the agents to end, waits up to ten seconds, and then ends them with all they have started. */
    private static final String END = """
        for p in $(cat %1$s 2>/dev/null); do kill -s TERM -- -$p 2>/dev/null; done
        n=0; while [ $n -lt 100 ]; do
          left=; for p in $(cat %1$s 2>/dev/null); do lives $p && left=1; done
          [ -z "$left" ] && break
          n=$((n+1)); sleep 0.1
        done
        for p in $(cat %1$s 2>/dev/null); do kill -s KILL -- -$p 2>/dev/null; done
        rm -f %1$s
        """.formatted(PIDS).strip();

    @Override
    public CompletableFuture<Void> destroy(MachineId id) {
        return background.act("let the host of machine %s go".formatted(id), id, () -> {
            var known = holding(id);
            if (known.isPresent()) letGo(known.get(), id);
            else for (var host : hosts) letGo(host, id);
            background.forget(id);
        });
    }

    /** The link goes last: whoever takes the host next finds it empty. */
    private void letGo(SshHost host, MachineId id) throws IOException, InterruptedException {
        var command = LIVES + """
            case "$(readlink %s)" in
              */%s) %s
              rm -rf %s %s %s/ready %s; rm -f %s;;
            esac
            readlink %s || true\
            """.formatted(LINK, id, END, WORK, TOKEN, HOME, CERTIFICATE, LINK, LINK);
        seen.put(host.name(), ssh.run(host, command).strip());
    }

    // --- finding it again ---

    @Override
    public CompletableFuture<List<Found>> list(String tag) {
        return background.run("look at the hosts", () -> {
            var answers = new ArrayList<CompletableFuture<Optional<Found>>>();
            for (var host : hosts) answers.add(background.run("look at host " + host.name(), () -> look(host, tag)));
            var found = new ArrayList<Found>();
            for (var answer : answers) answer.get().ifPresent(found::add);
            return found;
        });
    }

    private Optional<Found> look(SshHost host, String tag) throws IOException, InterruptedException {
        String holder;
        boolean alive = true;
        try {
            var lines = ssh.run(
                            host,
                            LIVES
                                    + "readlink %s || true; { test ! -e %s/ready || %s; } && echo alive || echo dead"
                                            .formatted(LINK, HOME, ALIVE_IN_SUBSHELL))
                    .lines()
                    .toList();
            holder = lines.size() > 1 ? lines.getFirst() : "";
            alive = lines.getLast().equals("alive");
            seen.put(host.name(), holder);
        } catch (MachineFailure unreachable) {
            // What we know of it stays true until it can be asked; if we know nothing, nobody may draw conclusions.
            var last = seen.get(host.name());
            if (last == null) throw unreachable;
            holder = last;
        }
        var prefix = tag + "/";
        if (!holder.startsWith(prefix) || !MachineId.isOne(holder.substring(prefix.length()))) return Optional.empty();
        return Optional.of(new Found(new MachineId(holder.substring(prefix.length())), host.name(), alive));
    }

    private static final String ALIVE_IN_SUBSHELL = "( " + ALIVE + " )";

    @Override
    public String description() {
        return CountedNoun.of(hosts.size(), "host") + " reached by ssh";
    }

    @Override
    public void close() {}
}
