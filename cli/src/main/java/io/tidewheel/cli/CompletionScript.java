package io.tidewheel.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Writes completion scripts from the commands themselves, so that they never fall behind. */
final class CompletionScript {
    /** Commands whose words are runs. */
    private static final Set<String> TAKE_RUNS = Set.of(
            "show",
            "status",
            "logs",
            "wait",
            "watch",
            "cancel",
            "kill",
            "retry",
            "hold",
            "release",
            "priority",
            "explain");

    private static final Set<String> TAKE_FILES = Set.of("submit");

    private CompletionScript() {}

    static String bash(CommandLine root) {
        var cases = new StringBuilder();
        leaves(root).forEach((path, command) -> {
            cases.append("        '")
                    .append(path)
                    .append("') options='")
                    .append(String.join(" ", options(command)))
                    .append("' ;;\n");
        });
        var groups = new StringBuilder();
        root.getSubcommands().forEach((verb, command) -> {
            if (command.getSubcommands().isEmpty()) return;
            groups.append("        ")
                    .append(verb)
                    .append(") below='")
                    .append(String.join(" ", command.getSubcommands().keySet()))
                    .append("' ;;\n");
        });
        return """
            # Completion of tidewheel for bash.
            _tidewheel() {
                local word=${COMP_WORDS[COMP_CWORD]} verb=${COMP_WORDS[1]} below= options= path=
                COMPREPLY=()
                if [ "$COMP_CWORD" -eq 1 ]; then
                    COMPREPLY=($(compgen -W '%s --help --version' -- "$word"))
                    return
                fi
                case $verb in
            %s    esac
                if [ -n "$below" ] && [ "$COMP_CWORD" -eq 2 ]; then
                    COMPREPLY=($(compgen -W "$below" -- "$word"))
                    return
                fi
                path=$verb
                [ -z "$below" ] || path="$verb ${COMP_WORDS[2]}"
                case $path in
            %s    esac
                case $word in
                    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
                    *)
                        case $verb in
                            %s) COMPREPLY=($(compgen -W "last $(tidewheel ls -o name 2>/dev/null)" -- "$word")) ;;
                            *) COMPREPLY=($(compgen -f -- "$word")) ;;
                        esac ;;
                esac
            }
            complete -o filenames -F _tidewheel tidewheel
            """.formatted(
                        String.join(" ", root.getSubcommands().keySet()),
                        groups,
                        cases,
                        String.join("|", TAKE_RUNS.stream().sorted().toList()));
    }

    /** zsh understands scripts for bash. */
    static String zsh(CommandLine root) {
        return "#compdef tidewheel\nautoload -U +X bashcompinit && bashcompinit\n" + bash(root);
    }

    static String fish(CommandLine root) {
        var script = new StringBuilder("# Completion of tidewheel for fish.\ncomplete -c tidewheel -f\n");
        root.getSubcommands().forEach((verb, command) -> {
            script.append("complete -c tidewheel -n __fish_use_subcommand -a ")
                    .append(verb)
                    .append(" -d '")
                    .append(about(command))
                    .append("'\n");
            command.getSubcommands()
                    .forEach((below, leaf) -> script.append("complete -c tidewheel -n '__fish_seen_subcommand_from ")
                            .append(verb)
                            .append("; and not __fish_seen_subcommand_from ")
                            .append(String.join(" ", command.getSubcommands().keySet()))
                            .append("' -a ")
                            .append(below)
                            .append(" -d '")
                            .append(about(leaf))
                            .append("'\n"));
        });
        leaves(root).forEach((path, command) -> fishOptions(script, path, command));
        for (var verb : TAKE_RUNS.stream().sorted().toList()) {
            script.append("complete -c tidewheel -n '__fish_seen_subcommand_from ")
                    .append(verb)
                    .append("' -a 'last (tidewheel ls -o name 2>/dev/null)'\n");
        }
        for (var verb : TAKE_FILES)
            script.append("complete -c tidewheel -n '__fish_seen_subcommand_from ")
                    .append(verb)
                    .append("' -F\n");
        return script.toString();
    }

    private static void fishOptions(StringBuilder script, String path, CommandLine command) {
        var words = path.split(" ");
        var condition = new ArrayList<String>();
        for (var word : words) condition.add("__fish_seen_subcommand_from " + word);
        for (var option : command.getCommandSpec().options()) {
            if (option.hidden()) continue;
            script.append("complete -c tidewheel -n '")
                    .append(String.join("; and ", condition))
                    .append('\'');
            for (var name : option.names())
                script.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
            if (takesValue(option)) script.append(" -r");
            script.append(" -d '")
                    .append(quoted(String.join(" ", option.description())))
                    .append("'\n");
        }
    }

    private static Map<String, CommandLine> leaves(CommandLine root) {
        var leaves = new TreeMap<String, CommandLine>();
        root.getSubcommands().forEach((verb, command) -> {
            if (command.getSubcommands().isEmpty()) leaves.put(verb, command);
            command.getSubcommands().forEach((below, leaf) -> leaves.put(verb + " " + below, leaf));
        });
        return leaves;
    }

    private static List<String> options(CommandLine command) {
        var names = new ArrayList<String>();
        for (var option : command.getCommandSpec().options()) if (!option.hidden()) names.add(option.longestName());
        return names;
    }

    private static boolean takesValue(OptionSpec option) {
        return option.arity().max() > 0;
    }

    private static String about(CommandLine command) {
        return quoted(command.getCommandSpec().usageMessage().description()[0]);
    }

    private static String quoted(String text) {
        return text.replace("%%", "%").replace("\\", "\\\\").replace("'", "\\'");
    }
}
