/*
 * A disk that keeps only what it was told to make safe. Put before the C library (LD_PRELOAD) it copies each file of the folder FORGETFUL_HOME to
 * the folder FORGETFUL_KEPT whenever the file is synced: what lies there is what a power failure would leave. While FORGETFUL_KEPT has a file
 * called "broken", syncing fails.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int keep(const char *path, const char *kept) {
    char draft[PATH_MAX + 64], final[PATH_MAX + 64], block[65536];
    const char *name = strrchr(path, '/') + 1;
    snprintf(draft, sizeof draft, "%s/draft", kept);
    snprintf(final, sizeof final, "%s/%s", kept, name);
    int from = open(path, O_RDONLY);
    int to = open(draft, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ssize_t count = -1;
    while (from >= 0 && to >= 0 && (count = read(from, block, sizeof block)) > 0)
        if (write(to, block, count) != count) break;
    if (from >= 0) close(from);
    if (to >= 0) close(to);
    return count == 0 ? rename(draft, final) : -1;
}

static int sync_file(int file, const char *call) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, call);
    const char *home = getenv("FORGETFUL_HOME"), *kept = getenv("FORGETFUL_KEPT");
    char link[64], path[PATH_MAX], broken[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0 || home == NULL || kept == NULL) return real(file);
    path[length] = 0;
    if (strncmp(path, home, strlen(home)) != 0 || path[strlen(home)] != '/') return real(file);
    snprintf(broken, sizeof broken, "%s/broken", kept);
    if (access(broken, F_OK) == 0) {
        errno = EIO;
        return -1;
    }
    int result = real(file);
    return result == 0 ? keep(path, kept) : result;
}

int fsync(int file) { return sync_file(file, "fsync"); }

int fdatasync(int file) { return sync_file(file, "fdatasync"); }
