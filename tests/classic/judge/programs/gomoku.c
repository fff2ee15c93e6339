/* Gomoku on 13x13, reading a character and an integer, written from the specification alone. */
#include <stdio.h>
#include <ctype.h>

#define SIZE 13

static char cells[SIZE][SIZE];

static void print_board(void)
{
    printf("  ");
    for (int x = 0; x < SIZE; x++)
        printf(" %c", 'A' + x);
    printf("\n");
    for (int y = 0; y < SIZE; y++) {
        printf("%2d", y);
        for (int x = 0; x < SIZE; x++)
            printf(" %c", cells[y][x]);
        printf("\n");
    }
}

/* Reads a move; 1 for a pair, 0 if there is no integer, -1 at the end of the input. */
static int read_move(char *column, long *row)
{
    int result = scanf(" %c", column);
    if (result == EOF)
        return -1;
    result = scanf("%9ld", row);
    if (result == 1)
        return 1;
    int byte;
    while ((byte = getchar()) != '\n' && byte != EOF)
        ;
    return 0;
}

static int is_legal(char column, long row)
{
    if (column < 'A' || column > 'M')
        return 0;
    if (row < 0 || row >= SIZE)
        return 0;
    return cells[row][column - 'A'] == '.';
}

static int line_length(int y, int x, int dy, int dx)
{
    char mark = cells[y][x];
    int total = 1;
    for (int sign = -1; sign <= 1; sign += 2) {
        int i = y + sign * dy, j = x + sign * dx;
        while (i >= 0 && j >= 0 && i < SIZE && j < SIZE && cells[i][j] == mark) {
            total++;
            i += sign * dy;
            j += sign * dx;
        }
    }
    return total;
}

static int is_win(int y, int x)
{
    return line_length(y, x, 0, 1) >= 5 || line_length(y, x, 1, 0) >= 5 ||
           line_length(y, x, 1, 1) >= 5 || line_length(y, x, 1, -1) >= 5;
}

int main(void)
{
    char turn = 'O';
    int filled = 0;
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
            cells[y][x] = '.';
    print_board();
    for (;;) {
        char column;
        long row;
        printf("Player %c, make a move: ", turn);
        int got = read_move(&column, &row);
        if (got < 0) {
            printf("\n");
            fprintf(stderr, "end of input\n");
            return 1;
        }
        if (got == 0 || !is_legal(column, row)) {
            printf("Invalid move!\n");
            continue;
        }
        int x = column - 'A', y = (int)row;
        cells[y][x] = turn;
        filled++;
        print_board();
        if (is_win(y, x)) {
            printf("Player %c wins!\n", turn);
            return 0;
        }
        if (filled == SIZE * SIZE) {
            printf("Draw game!\n");
            return 0;
        }
        turn = turn == 'O' ? 'X' : 'O';
    }
}
