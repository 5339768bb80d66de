package io.tidewheel.agent.process;

import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The life of one agent process, as a name that all processes started in it carry in their environment. By it they can be found
 * wherever they have gone.
 */
public record AgentSession(String id) {

    /** The environment variable that carries the session and, after a dot, the task within it. */
    public static final String VARIABLE = "TIDEWHEEL_AGENT_SESSION";

    public AgentSession {
        if (id.length() < 8 || id.length() > 64 || !id.chars().allMatch(AgentSession::isPlain)) {
            throw new IllegalArgumentException("'" + id + "' is no session id: 8 to 64 letters and digits are needed");
        }
    }

    public static AgentSession random(RandomGenerator random) {
        return new AgentSession(
                HexFormat.of().toHexDigits(random.nextLong()) + HexFormat.of().toHexDigits(random.nextLong()));
    }

    private static boolean isPlain(int character) {
        return character < 128 && Character.isLetterOrDigit(character);
    }

    /** The value of the variable for one task. */
    public String markOfTask(long number) {
        return id + "." + number;
    }

    /** What every container of this session is labelled with. */
    public String label() {
        return "io.tidewheel.session=" + id;
    }

    /** How the environment entry of every process of this session begins. */
    String entryStart() {
        return VARIABLE + "=" + id + ".";
    }

    /** The environment entry that marks the processes of one task, if it was given a mark. */
    static Optional<String> markOf(ProcessSpec spec) {
        return Optional.ofNullable(spec.environment().get(VARIABLE)).map(mark -> VARIABLE + "=" + mark);
    }
}
