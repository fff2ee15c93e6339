/* Tic-tac-toe with a rematch, written from the specification alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char board[61];

static void clear_board(void)
{
    strcpy(board, "   |   |   \n---+---+---\n   |   |   \n---+---+---\n   |   |   \n");
}

static int place(int cell)
{
    return 24 * (cell / 3) + 1 + 4 * (cell % 3);
}

static int read_line(char *line, int size)
{
    int length = 0, byte;
    while ((byte = getchar()) != EOF && byte != '\n')
        if (length < size - 1)
            line[length++] = byte ? (char)byte : '?';
    if (byte == EOF && length == 0)
        return 0;
    line[length] = 0;
    if (length && line[length - 1] == '\r')
        line[length - 1] = 0;
    return 1;
}

static int has_line(char mark)
{
    static const int lines[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6},
                                    {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
    for (int i = 0; i < 8; i++) {
        int n = 0;
        for (int j = 0; j < 3; j++)
            n += board[place(lines[i][j])] == mark;
        if (n == 3)
            return 1;
    }
    return 0;
}

static int choose_cell(int turn)
{
    char line[32], *end;
    for (;;) {
        printf("It is the turn of player %d. Which cell (1-9)? ", turn % 2 + 1);
        if (!read_line(line, sizeof line)) {
            printf("\n");
            fprintf(stderr, "no input left\n");
            exit(1);
        }
        long cell = strtol(line, &end, 10);
        if (end == line || *end) {
            printf("Not a number: type 1 to 9.\n");
            continue;
        }
        if (cell < 1 || cell > 9) {
            printf("Out of range: type 1 to 9.\n");
            continue;
        }
        if (board[place((int)cell - 1)] != ' ') {
            printf("That cell is taken: type the number of an empty one.\n");
            continue;
        }
        return (int)cell - 1;
    }
}

static void play(void)
{
    clear_board();
    printf("%s", board);
    for (int turn = 0; turn < 9; turn++) {
        char mark = turn % 2 ? 'O' : 'X';
        board[place(choose_cell(turn))] = mark;
        printf("%s", board);
        if (turn >= 4 && has_line(mark)) {
            printf("Player %d is the winner!\n", turn % 2 + 1);
            return;
        }
    }
    printf("Nobody has three in a row: a tie.\n");
}

int main(void)
{
    char line[32];
    printf("TIC-TAC-TOE for two. Player 1 has X and begins, player 2 has O.\n");
    clear_board();
    for (int i = 0; i < 9; i++)
        board[place(i)] = (char)('1' + i);
    printf("%s\n", board);
    do {
        play();
        printf("Once more? 0 means yes: ");
    } while (read_line(line, sizeof line) && strcmp(line, "0") == 0);
    printf("\n");
    return 0;
}
