/*
 * Counts the operations of a process that change files below some folders, and at one of them ends
 * the process, before or after it, or lets it fail. Preloaded; set by the environment:
 *
 *   FAULT_ROOTS  absolute paths, separated by colons
 *   FAULT_AT     the number of the operation, from 1 on
 *   FAULT_KIND   before, after (SIGKILL), or the number of an error
 *   FAULT_LOG    a file that gets a line for each operation
 */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static char roots[4096];
static long at;
static char kind[16];
static int log_fd = -1;
static long count;

__attribute__((constructor)) static void start(void) {
  const char *value = getenv("FAULT_ROOTS");
  if (value) snprintf(roots, sizeof roots, "%s", value);
  value = getenv("FAULT_AT");
  at = value ? atol(value) : 0;
  value = getenv("FAULT_KIND");
  snprintf(kind, sizeof kind, "%s", value ? value : "");
  value = getenv("FAULT_LOG");
  if (value) log_fd = syscall(SYS_openat, AT_FDCWD, value, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  /* What the process starts is not counted. */
  unsetenv("LD_PRELOAD");
}

static int is_inside(const char *path) {
  for (const char *root = roots; *root;) {
    size_t length = strcspn(root, ":");
    if (length && !strncmp(path, root, length) && (path[length] == '/' || !path[length])) return 1;
    root += length + (root[length] == ':');
  }
  return 0;
}

static int is_watched_fd(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_inside(path);
}

/* Folders are addressed by their descriptors. */
static int is_watched(const char *path) {
  int fd;
  if (sscanf(path, "/proc/self/fd/%d", &fd) == 1) return is_watched_fd(fd);
  return is_inside(path);
}

static void end_process(void) {
  syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
  for (;;) pause();
}

/* Returns whether this is the operation. */
static int begin(const char *name, const char *path) {
  count++;
  if (log_fd >= 0) {
    char line[4200];
    int length = snprintf(line, sizeof line, "%ld %s %s\n", count, name, path);
    syscall(SYS_write, log_fd, line, length);
  }
  if (count != at) return 0;
  if (!strcmp(kind, "before")) end_process();
  return 1;
}

static int fails(int is_hit) {
  int error = is_hit ? atoi(kind) : 0;
  if (error) errno = error;
  return error != 0;
}

static void end_after(int is_hit) {
  if (is_hit && !strcmp(kind, "after")) end_process();
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define CALL(result_type, name, parameters, arguments, watched, shown)     \
  result_type name parameters {                                            \
    if (!(watched)) return REAL(name) arguments;                           \
    int is_hit = begin(#name, shown);                                      \
    if (fails(is_hit)) return -1;                                          \
    result_type result = REAL(name) arguments;                             \
    end_after(is_hit);                                                     \
    return result;                                                         \
  }

CALL(int, rename, (const char *from, const char *to), (from, to), is_watched(to) || is_watched(from), to)
CALL(int, link, (const char *from, const char *to), (from, to), is_watched(to), to)
CALL(int, symlink, (const char *from, const char *to), (from, to), is_watched(to), to)
CALL(int, unlink, (const char *path), (path), is_watched(path), path)
CALL(int, mkdir, (const char *path, mode_t mode), (path, mode), is_watched(path), path)
CALL(int, rmdir, (const char *path), (path), is_watched(path), path)
CALL(int, fsync, (int fd), (fd), is_watched_fd(fd), "")
CALL(int, fchmod, (int fd, mode_t mode), (fd, mode), is_watched_fd(fd), "")
CALL(int, fchown, (int fd, uid_t user, gid_t group), (fd, user, group), is_watched_fd(fd), "")
CALL(int, ftruncate, (int fd, off_t length), (fd, length), is_watched_fd(fd), "")
CALL(int, ftruncate64, (int fd, off64_t length), (fd, length), is_watched_fd(fd), "")
CALL(ssize_t, write, (int fd, const void *bytes, size_t size), (fd, bytes, size), is_watched_fd(fd), "")
CALL(ssize_t, pwrite, (int fd, const void *bytes, size_t size, off_t offset), (fd, bytes, size, offset),
     is_watched_fd(fd), "")
CALL(ssize_t, pwrite64, (int fd, const void *bytes, size_t size, off64_t offset), (fd, bytes, size, offset),
     is_watched_fd(fd), "")

char *mkdtemp(char *path) {
  if (!is_watched(path)) return REAL(mkdtemp)(path);
  int is_hit = begin("mkdtemp", path);
  if (fails(is_hit)) return NULL;
  char *result = REAL(mkdtemp)(path);
  end_after(is_hit);
  return result;
}

#define OPEN(name)                                                         \
  int name(const char *path, int flags, ...) {                             \
    va_list arguments;                                                     \
    va_start(arguments, flags);                                            \
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;         \
    va_end(arguments);                                                     \
    if (!(flags & O_CREAT) || !is_watched(path)) return REAL(name)(path, flags, mode); \
    int is_hit = begin(#name, path);                                       \
    if (fails(is_hit)) return -1;                                          \
    int fd = REAL(name)(path, flags, mode);                                \
    end_after(is_hit);                                                     \
    return fd;                                                             \
  }

OPEN(open)
OPEN(open64)
