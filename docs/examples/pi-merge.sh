#!/bin/sh
# The step at the end of a job: adds up what the partitions have found.
cat "$TIDEWHEEL_SCRATCH"/results/* | awk '{ n += $1; hits += $2 } END { printf "pi is about %.6f, from %d darts\n", 4 * hits / n, n }' \
    | tee "$TIDEWHEEL_RESULT"
