# Arguments: the beginning of the environment entry that all processes of the agent carry, the program that runs containers (or
# nothing) and the label they bear, the control group of the agent's tasks (or nothing), then the folders to remove.
# Standard input is a pipe that the agent holds open for as long as it lives.
entry=$1
engine=$2
label=$3
group=$4
shift 4
trap '' HUP INT TERM
echo ready
exec >/dev/null

IFS= read -r word
[ "$word" = done ] && exit 0

# Some greps cannot search data that contains NUL characters; a text in our own environment shows whether this one can.
export PROBE=tidewheel-probe
if grep -lsF tidewheel-probe /proc/self/environ >/dev/null; then
    marked() { grep -lsF -e "$entry" /proc/[0-9]*/environ; }
else
    marked() {
        for file in /proc/[0-9]*/environ; do
            tr '\000' '\n' <"$file" | grep -qF -e "$entry" && echo "$file"
        done
    }
fi

# Two quiet rounds in a row: a process may have been just about to start another. The limit is for those nobody can kill.
quiet=0
round=0
while [ "$quiet" -lt 2 ] && [ "$round" -lt 600 ]; do
    quiet=$((quiet + 1))
    round=$((round + 1))
    for file in $(marked 2>/dev/null); do
        pid=${file#/proc/}
        kill -KILL "${pid%/environ}" && quiet=0
    done
    sleep 0.1
done

# Containers may live on without the programs that started them. They are killed first, because some engines wait politely when they
# are only asked to remove them; one that has ended meanwhile is no trouble.
if [ -n "$engine" ]; then
    containers=$("$engine" ps --all --quiet --filter "label=$label")
    if [ -n "$containers" ]; then
        "$engine" kill $containers
        "$engine" rm --force $containers
    fi
fi

# A control group is a folder that can only be removed as such, the innermost first.
if [ -n "$group" ]; then
    rmdir "$group"/t* "$group" 2>/dev/null
fi

for folder in "$@"; do
    rm -rf -- "$folder"
done
