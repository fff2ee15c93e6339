/* A brain that answers at once: its moves fill the board without a five. At its end it adds its CPU
   time in microseconds to the file that is its first argument. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static long microseconds(struct timeval time) { return time.tv_sec * 1000000L + time.tv_usec; }

int main(int count, char **arguments) {
    char line[256];
    int size = 15, colour = -1, at = 0;
    while (fgets(line, sizeof line, stdin) && strncmp(line, "END", 3)) {
        int is_begin = !strncmp(line, "BEGIN", 5);
        int is_question = is_begin || !strncmp(line, "TURN", 4) || !strncmp(line, "DONE", 4);
        if (!strncmp(line, "START", 5) || !strncmp(line, "RESTART", 7)) {
            if (line[0] == 'S')
                size = atoi(line + 5);
            colour = -1;
            at = 0;
            puts("OK");
        } else if (!strncmp(line, "ABOUT", 5)) {
            puts("name=\"Tiny\", version=\"1\"");
        } else if (is_question) {
            if (colour < 0)
                colour = !is_begin;
            while ((at % size + 2 * (at / size)) % 4 / 2 != colour)
                at++;
            printf("%d,%d\n", at % size, at / size);
            at++;
        }
        fflush(stdout);
    }
    FILE *file = count > 1 ? fopen(arguments[1], "a") : NULL;
    if (file) {
        struct rusage used;
        getrusage(RUSAGE_SELF, &used);
        fprintf(file, "%ld\n", microseconds(used.ru_utime) + microseconds(used.ru_stime));
        fclose(file);
    }
    return 0;
}
