#!/bin/sh
# A partition of an iterative job in plain shell: estimates pi by throwing darts.
#   tidewheel run --iterations 500000 --target 20s --merge 'sh docs/examples/pi-merge.sh' -- sh docs/examples/pi.sh
done=0
hits=0
round=0
while share=$(cat "$TIDEWHEEL_SHARE") && [ "$done" -lt "$share" ]; do
    n=$((share - done))
    if [ "$n" -gt 5000 ]; then n=5000; fi
    seed=$((TIDEWHEEL_PARTITION * 1000003 + TIDEWHEEL_ATTEMPT * 7919 + round))
    in=$(awk -v n="$n" -v seed="$seed" 'BEGIN {
        srand(seed)
        for (i = 0; i < n; i++) { x = rand(); y = rand(); if (x * x + y * y <= 1) hits++ }
        print hits + 0
    }')
    hits=$((hits + in))
    done=$((done + n))
    round=$((round + 1))
    echo "$done" >> "$TIDEWHEEL_PROGRESS"
done
echo "$done $hits" > "$TIDEWHEEL_RESULT"
