/* A partition of an iterative job in C: estimates pi by throwing darts. Compile with: cc -O2 -o pi pi.c */
#include <stdio.h>
#include <stdlib.h>

static long long share(void) {
    long long count = 0;
    FILE *file = fopen(getenv("TIDEWHEEL_SHARE"), "r");
    if (!file || fscanf(file, "%lld", &count) != 1) exit(1);
    fclose(file);
    return count;
}

int main(void) {
    const long long chunk = 1000000;
    unsigned short dice[3] = {(unsigned short)atoi(getenv("TIDEWHEEL_PARTITION")),
                              (unsigned short)atoi(getenv("TIDEWHEEL_ATTEMPT")), 42};
    long long done = 0, hits = 0, goal;
    FILE *progress = fopen(getenv("TIDEWHEEL_PROGRESS"), "a");
    if (!progress) return 1;
    while (done < (goal = share())) {
        long long count = goal - done < chunk ? goal - done : chunk;
        for (long long i = 0; i < count; i++) {
            double x = erand48(dice), y = erand48(dice);
            if (x * x + y * y <= 1) hits++;
        }
        done += count;
        fprintf(progress, "%lld\n", done);
        fflush(progress);
    }
    FILE *result = fopen(getenv("TIDEWHEEL_RESULT"), "w");
    return !result || fprintf(result, "%lld %lld\n", done, hits) < 0 || fclose(result) != 0;
}
