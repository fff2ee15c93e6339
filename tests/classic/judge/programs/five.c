/* Five in a Row as the report describes it, written from the specification alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 15

static char grid[N][N];

static const char *RULES =
    "===== FIVE IN A ROW RULES =====\n"
    "-------------------------------\n"
    "* GAME OBJECTIVE *\n"
    "Get 5 marks in a row on a 15x15 grid (225 cells).\n"
    "-------------------------------\n"
    "* PLAYERS AND SYMBOLS *\n"
    "Player 1 has X, Player 2 has O; they take turns.\n"
    "-------------------------------\n"
    "* INPUT FORMAT *\n"
    "row,column: each from 0 to 14, no leading zeros, no trailing spaces.\n"
    "-------------------------------\n"
    "* WINNING CONDITION & TIE CONDITION *\n"
    "Across, down, or diagonal (\\ and /). 225 marks and no winner: Tie.\n"
    "-------------------------------\n";

static void draw(FILE *out)
{
    fprintf(out, "     ");
    for (int c = 0; c < N; c++)
        fprintf(out, c < 10 ? "_%d_   " : "_%d   ", c);
    fprintf(out, "\n");
    for (int r = 0; r < N; r++) {
        fprintf(out, "%-5d", r);
        for (int c = 0; c < N; c++)
            fprintf(out, "_%c_   ", grid[r][c] ? grid[r][c] : '_');
        fprintf(out, "\n");
    }
}

/* Reads a line of any length; keeps the first bytes. Returns -1 at the end of the input. */
static int read_line(char *line, int size)
{
    int length = 0, byte;
    while ((byte = getchar()) != EOF && byte != '\n')
        if (length < size)
            line[length++] = (char)byte;
    if (byte == EOF && length == 0)
        return -1;
    if (length > 0 && length < size && line[length - 1] == '\r')
        length--;
    return length;
}

static const char *part(const char *text, int length, int *value)
{
    if (length < 1 || length > 2)
        return "WARNING: Coordinate out of range. Must be between 0-14. Input again.";
    if (length == 1) {
        if (text[0] < '0' || text[0] > '9')
            return "WARNING: That is no digit.";
        *value = text[0] - '0';
        return NULL;
    }
    if (text[0] == '0')
        return "WARNING: No leading zeros, please.";
    if (text[0] != '1' || text[1] < '0' || text[1] > '4')
        return "WARNING: Coordinate out of range. Must be between 0-14. Input again.";
    *value = 10 + text[1] - '0';
    return NULL;
}

static const char *check(const char *line, int length, int *row, int *col)
{
    int commas = 0, comma = 0;
    for (int i = 0; i < length; i++) {
        if (line[i] < ' ' || line[i] > '~')
            return "WARNING: Type row,column.";
        if (line[i] == ',') {
            commas++;
            comma = i;
        }
    }
    if (length < 3 || length > 5 || commas != 1)
        return "WARNING: Type row,column.";
    const char *wrong = part(line, comma, row);
    if (!wrong)
        wrong = part(line + comma + 1, length - comma - 1, col);
    if (!wrong && grid[*row][*col])
        wrong = "WARNING: Coordinates already occupied. Input again.";
    return wrong;
}

static int count(int r, int c, int dr, int dc)
{
    int n = 0;
    char mark = grid[r][c];
    for (r += dr, c += dc; r >= 0 && r < N && c >= 0 && c < N && grid[r][c] == mark; r += dr, c += dc)
        n++;
    return n;
}

static int has_won(int r, int c)
{
    if (count(r, c, 0, 1) + count(r, c, 0, -1) + 1 >= 5)
        return 1;
    if (count(r, c, 1, 0) + count(r, c, -1, 0) + 1 >= 5)
        return 1;
    if (count(r, c, 1, 1) + count(r, c, -1, -1) + 1 >= 5)
        return 1;
    if (count(r, c, 1, -1) + count(r, c, -1, 1) + 1 >= 5)
        return 1;
    return 0;
}

static int finish(const char *message)
{
    FILE *file = fopen("result.txt", "w");
    if (file) {
        draw(file);
        fprintf(file, "%s", message);
        fclose(file);
    }
    printf("%s\n", message);
    return 0;
}

int main(void)
{
    int player = 1, marks = 0;
    char message[40];
    printf("%s", RULES);
    draw(stdout);
    for (;;) {
        char line[8];
        int row, col, length;
        printf("Player %d, please input your coordinates: ", player);
        length = read_line(line, sizeof line);
        if (length < 0) {
            printf("\n");
            fprintf(stderr, "the input ended too soon\n");
            return 1;
        }
        const char *wrong = check(line, length, &row, &col);
        if (wrong) {
            printf("%s\n", wrong);
            continue;
        }
        grid[row][col] = player == 1 ? 'X' : 'O';
        marks++;
        printf("\n");
        draw(stdout);
        if (has_won(row, col)) {
            sprintf(message, "Player %d wins", player);
            return finish(message);
        }
        if (marks == N * N)
            return finish("Tie");
        player = 3 - player;
    }
}
