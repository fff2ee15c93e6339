/* The outline's Five in a Row, a state machine, written from the specification alone. */
#include <stdio.h>
#include <string.h>

enum { SIZE = 15 };
enum state { INITIALISE, PLAYER_TURN, GAME_WON, GAME_TIED };

static char board[SIZE * SIZE];
static int player, moves;

static void show(FILE *to)
{
    fputs("Columns:", to);
    for (int i = 0; i < SIZE; i++)
        fprintf(to, " %d", i);
    fputc('\n', to);
    for (int i = 0; i < SIZE; i++) {
        char label[12];
        sprintf(label, "Row %d:", i);
        fprintf(to, "%-9s", label);
        for (int j = 0; j < SIZE; j++)
            fprintf(to, j + 1 < SIZE ? "%c " : "%c\n", board[i * SIZE + j]);
    }
}

static int number(const char *text, size_t length)
{
    if (length == 1 && text[0] >= '0' && text[0] <= '9')
        return text[0] - '0';
    if (length == 2 && text[0] == '1' && text[1] >= '0' && text[1] <= '4')
        return 10 + text[1] - '0';
    return -1;
}

/* The cell that a line names, or -1. */
static int parse(const char *line, size_t length)
{
    const char *comma = memchr(line, ',', length);
    if (!comma)
        return -1;
    int row = number(line, (size_t)(comma - line));
    int column = number(comma + 1, length - (size_t)(comma - line) - 1);
    if (row < 0 || column < 0)
        return -1;
    return row * SIZE + column;
}

static int get_line(char *line, size_t *length)
{
    int byte;
    *length = 0;
    while ((byte = getchar()) != EOF && byte != '\n')
        if (*length < 9)
            line[(*length)++] = (char)byte;
    if (byte == EOF && *length == 0)
        return 0;
    if (*length && line[*length - 1] == '\r')
        --*length;
    return 1;
}

static int five(int cell)
{
    static const int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int d = 0; d < 4; d++) {
        int run = 0;
        for (int back = -SIZE; back <= SIZE; back++) {
            int row = cell / SIZE + back * steps[d][0], column = cell % SIZE + back * steps[d][1];
            int inside = row >= 0 && row < SIZE && column >= 0 && column < SIZE;
            run = inside && board[row * SIZE + column] == board[cell] ? run + 1 : 0;
            if (run >= 5)
                return 1;
        }
    }
    return 0;
}

static void finish(const char *message)
{
    FILE *file = fopen("result.txt", "w");
    if (file) {
        show(file);
        fprintf(file, "%s\n", message);
        fclose(file);
    }
    puts(message);
}

int main(void)
{
    enum state state = INITIALISE;
    char message[32];
    for (;;) {
        if (state == INITIALISE) {
            memset(board, '.', sizeof board);
            player = 1;
            show(stdout);
            state = PLAYER_TURN;
        } else if (state == PLAYER_TURN) {
            char line[10];
            size_t length;
            printf("Player %d, please input your coordinates: ", player);
            if (!get_line(line, &length)) {
                puts("");
                fputs("no more input\n", stderr);
                return 1;
            }
            int cell = parse(line, length);
            if (cell < 0 || board[cell] != '.') {
                puts("Invalid input, try again");
                continue;
            }
            board[cell] = player == 1 ? 'X' : 'O';
            moves++;
            puts("");
            show(stdout);
            if (five(cell))
                state = GAME_WON;
            else if (moves == SIZE * SIZE)
                state = GAME_TIED;
            else
                player = player == 1 ? 2 : 1;
        } else {
            sprintf(message, state == GAME_WON ? "Player %d wins" : "Tie", player);
            finish(message);
            return 0;
        }
    }
}
